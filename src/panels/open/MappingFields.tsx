/** One select per role, and how order, reward and rows are meant. */
import { useId } from 'react'
import { candidates } from '../../formats/mapped/guess-mapping.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { Mapping, Role, TableOutline } from '../../trace/mapping.ts'
import { Choice } from '../../ui/Choice.tsx'
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
          <Choice
            label={t('rows')}
            value={mapping.rows}
            items={(['segment', 'token'] as const).map((value) => ({
              value,
              label: t(`rows_${value}`),
            }))}
            onChange={(rows) =>
              onChange({ ...mapping, rows: rows === 'token' ? 'token' : 'segment' })
            }
          />
        )}
        {isNpz && role('cuts')}
        {role('rollout')}
        {role('order')}
        {columns.order !== undefined && (
          <Choice
            label={t('direction')}
            value={mapping.order}
            items={(['up', 'down'] as const).map((value) => ({
              value,
              label: t(`direction_${value}`),
            }))}
            onChange={(order) => onChange({ ...mapping, order: order === 'down' ? 'down' : 'up' })}
          />
        )}
        {role('group')}
      </fieldset>
      <fieldset>
        <legend>{t('tokens')}</legend>
        {role('mask')}
        {role('reward')}
        {columns.reward !== undefined && mapping.rows === 'segment' && (
          <Choice
            label={t('rewards')}
            value={mapping.reward}
            items={(['copied', 'summed'] as const).map((value) => ({
              value,
              label: t(`rewards_${value}`),
            }))}
            onChange={(reward) =>
              onChange({ ...mapping, reward: reward === 'summed' ? 'summed' : 'copied' })
            }
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
  const id = useId()
  const helped = HELPED.find((one) => one === role)
  const choose = (name: string) => {
    const { [role]: _, ...others } = mapping.columns
    onChange({ ...mapping, columns: name === NONE ? others : { ...others, [role]: name } })
  }
  return (
    <div className="field" title={helped && t(`help_${helped}`)}>
      <label className="field-label" htmlFor={id}>
        {t(`role_${role}`)}
      </label>
      <select
        id={id}
        className="select"
        value={mapping.columns[role] ?? NONE}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={NONE}>{t('none')}</option>
        {candidates(outline, role).map(({ name, kind }) => (
          <option key={name} value={name}>
            {clipMiddle(name, 60)} ({t(`kind_${kind}`)})
          </option>
        ))}
      </select>
    </div>
  )
}
