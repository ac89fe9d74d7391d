/** One ratio rule: which, its options from their specs, its formula and source from the registry. */
import { useId, useState } from 'react'
import { type OptionSpec, type OptionValue, optionOf } from '../../credit/options.ts'
import { ownOptions, RATIO_RULES, ratioRuleOf } from '../../credit/ratio/registry.ts'
import { DEFAULT_RATIO } from '../../store/document.ts'
import { Formula } from '../../ui/formula/Formula.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import type { RatioChoice } from '../../worker/api.ts'
import { AboutButton } from '../about/AboutButton.tsx'
import { OptionControl } from '../controls/OptionControl.tsx'
import { useSpecText } from '../controls/specText.ts'
import { useActions, useStore } from '../useStore.ts'
import { counterpartOf, isPreset, missingFor, withRule, withRuleOption } from './rules.ts'
import { useRuleText } from './ruleText.ts'
import { words } from './text.ts'
import '../controls/options.css'

/** The value of the list that stands for "no second rule". */
const NONE = ''

export function RuleSlot({ which }: { readonly which: 'ratio' | 'against' }) {
  const t = useText(words)
  const text = useRuleText()
  const { edit } = useActions()
  const choice = useStore((state) => state.document[which])
  const drift = useStore((state) => state.document.drift !== undefined)
  const present = useStore((state) => state.data.summary?.logProbs)
  const [open, setOpen] = useState(false)
  const id = useId()

  const rule = choice && ratioRuleOf(choice.rule)
  const put = (next: RatioChoice | undefined, coalesce?: string): void => {
    if (which === 'against') edit({ against: next }, coalesce)
    else edit({ ratio: next ?? DEFAULT_RATIO }, coalesce)
  }
  const name = t(which)
  return (
    <div className="rule-slot" data-rule={which}>
      <div className="rule-head">
        <label htmlFor={`${id}select`} className="field-label">
          {name}
        </label>
        <select
          id={`${id}select`}
          className="select"
          value={choice?.rule ?? NONE}
          onChange={(event) => {
            const next = ratioRuleOf(event.target.value)
            put(next && withRule(next))
          }}
        >
          {which === 'against' && <option value={NONE}>{t('noSecond')}</option>}
          {RATIO_RULES.map((one) => {
            const missing = present ? missingFor(present, one, drift) : []
            return (
              <option
                key={one.id}
                value={one.id}
                disabled={missing.length > 0}
                title={missing.length > 0 ? t('needs', { columns: missing.join(', ') }) : undefined}
              >
                {text.label(one.id)}
              </option>
            )
          })}
        </select>
        {rule && (
          <AboutButton subject={{ kind: 'rule', method: rule }} title={text.label(rule.id)} />
        )}
        <button
          type="button"
          className="button bare square"
          aria-label={t('options', { name })}
          title={t('options', { name })}
          aria-expanded={open}
          aria-controls={`${id}options`}
          disabled={!rule}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open && rule ? 'down' : 'right'} size={12} />
        </button>
      </div>
      {rule?.presets && choice && (
        <fieldset className="rule-presets">
          <legend className="field-label">{t('presets')}</legend>
          {rule.presets.map((preset) => (
            <button
              key={preset.name}
              type="button"
              className="button small"
              aria-pressed={isPreset(choice, preset.options)}
              onClick={() => put({ rule: rule.id, options: preset.options })}
            >
              {text.preset(preset.name)}
            </button>
          ))}
        </fieldset>
      )}
      {which === 'against' && !rule && <CompareButton />}
      <div id={`${id}options`} className="rule-options" hidden={!open || !rule}>
        {open && rule && choice && (
          <>
            <Formula name={t('formulaOf', { name: text.label(rule.id) })} tex={rule.tex} />
            {rule.usesSliders && <p className="option-help">{t('sliders')}</p>}
            {ownOptions(rule).map((spec) => (
              <RuleOption
                key={spec.name}
                spec={{ ...spec, help: text.help(rule.id, spec) }}
                choice={choice}
                onChange={(value) =>
                  put(withRuleOption(choice, spec, value), `${which}.${spec.name}`)
                }
              />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

/** Hard mask and clip side by side in one click; nothing where the trace cannot serve the other rule. */
function CompareButton() {
  const t = useText(words)
  const text = useRuleText()
  const { edit } = useActions()
  const first = useStore((state) => state.document.ratio)
  const drift = useStore((state) => state.document.drift !== undefined)
  const present = useStore((state) => state.data.summary?.logProbs)
  const other = ratioRuleOf(counterpartOf(first))
  if (!other || !present || missingFor(present, other, drift).length > 0) return null
  return (
    <div className="rule-beside">
      <button
        type="button"
        className="button small"
        title={t('besideHelp')}
        onClick={() => edit({ against: withRule(other) })}
      >
        {t('beside', { rule: text.label(other.id) })}
      </button>
    </div>
  )
}

interface RuleOptionProps {
  readonly spec: OptionSpec
  readonly choice: RatioChoice
  readonly onChange: (value: OptionValue) => void
}

/** Where a bound that is off by default starts when it is switched on: the paper's dual clip. */
const SWITCHED_ON = 3

function RuleOption({ spec, choice, onChange }: RuleOptionProps) {
  const names = useSpecText()
  if (spec.kind === 'choice' || Number.isFinite(spec.default)) {
    return (
      <OptionControl
        spec={spec}
        options={choice.options}
        reasonOf={() => undefined}
        onChange={onChange}
      />
    )
  }
  const value = Number(optionOf(spec, choice.options))
  const on = Number.isFinite(value)
  return (
    <div className="option">
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => onChange(event.target.checked ? SWITCHED_ON : spec.default)}
          />
          {names.option(spec)}
        </label>
        {on && (
          <NumberBox
            name={names.option(spec)}
            value={value}
            min={spec.min}
            max={spec.max}
            step={spec.step}
            onChange={onChange}
          />
        )}
      </div>
      <p className="option-help">
        <Marked text={spec.help} />
      </p>
    </div>
  )
}
