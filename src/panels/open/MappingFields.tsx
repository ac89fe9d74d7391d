/** One select per role, and how order, reward and rows are meant. */
import { useId } from 'react'
import { candidates } from '../../formats/mapped/guess-mapping.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { Mapping, Role, TableOutline } from '../../trace/mapping.ts'
import { useText } from '../../ui/text.tsx'
import { mappingWords as words } from './mappingText.ts'

interface MappingFieldsProps {
  readonly outline: TableOutline
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

export function MappingFields(props: MappingFieldsProps) {
  const t = useText(words)
  const { outline, mapping, onChange } = props
  const { columns } = mapping
  const isNpz = outline.container === 'npz'
  const role = (name: Role) => <RoleSelect key={name} role={name} {...props} />
  return (
    <div className="mapping-fields">
      <fieldset>
        <legend>{t('place')}</legend>
        {!isNpz && (
          <SelectField
            label={t('rows')}
            value={mapping.rows}
            items={(['segment', 'token'] as const).map((value) => [value, t(`rows_${value}`)])}
            onChange={(rows) => onChange({ ...mapping, rows })}
          />
        )}
        {isNpz && role('cuts')}
        {role('rollout')}
        {role('order')}
        {columns.order !== undefined && (
          <SelectField
            label={t('direction')}
            value={mapping.order}
            items={(['up', 'down'] as const).map((value) => [value, t(`direction_${value}`)])}
            onChange={(order) => onChange({ ...mapping, order })}
          />
        )}
        {role('group')}
      </fieldset>
      <fieldset>
        <legend>{t('tokens')}</legend>
        {role('mask')}
        {role('reward')}
        {columns.reward !== undefined && mapping.rows === 'segment' && (
          <SelectField
            label={t('rewards')}
            value={mapping.reward}
            items={(['copied', 'summed'] as const).map((value) => [value, t(`rewards_${value}`)])}
            onChange={(reward) => onChange({ ...mapping, reward })}
          />
        )}
        {role('ids')}
        {role('text')}
      </fieldset>
      <fieldset>
        <legend>{t('numbers')}</legend>
        {(['values', 'log_probs', 'old_log_probs', 'rollout_log_probs', 'advantages'] as const).map(
          role,
        )}
      </fieldset>
    </div>
  )
}

/** Roles whose name does not say it all. */
const HELPED = [
  'rollout',
  'order',
  'group',
  'mask',
  'text',
  'cuts',
  'reward',
  'advantages',
] as const satisfies readonly Role[]

/** The empty option; no column has an empty name that could be mapped. */
const NONE = ''

function RoleSelect({
  role,
  outline,
  mapping,
  onChange,
}: MappingFieldsProps & { readonly role: Role }) {
  const t = useText(words)
  const helped = HELPED.find((one) => one === role)
  const choose = (name: string) => {
    const { [role]: _, ...others } = mapping.columns
    onChange({ ...mapping, columns: name === NONE ? others : { ...others, [role]: name } })
  }
  return (
    <SelectField
      label={t(`role_${role}`)}
      help={helped && t(`help_${helped}`)}
      value={mapping.columns[role] ?? NONE}
      items={[
        [NONE, t('none')],
        ...candidates(outline, role).map(
          ({ name, kind }) => [name, `${clipMiddle(name, 60)} · ${t(`kind_${kind}`)}`] as const,
        ),
      ]}
      onChange={choose}
    />
  )
}

interface SelectFieldProps<T extends string> {
  readonly label: string
  readonly help?: string | undefined
  readonly value: T
  readonly items: readonly (readonly [value: T, label: string])[]
  readonly onChange: (value: T) => void
}

function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, help, value, items, onChange } = props
  const id = useId()
  return (
    <div className="field" title={help}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => {
          const chosen = items.find(([one]) => one === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {items.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
