/** One preset: use it, its faults, and where it comes from. */
import { useContext } from 'react'
import type { TraceFacts } from '../../credit/conventions/facts.ts'
import { actsUnder } from '../../credit/conventions/faults.ts'
import {
  ASPECTS,
  type Choice,
  type Fault,
  type FaultCode,
  type Preset,
} from '../../credit/conventions/preset.ts'
import { resolveOptions } from '../../credit/options.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import { formatCount } from '../../ui/format.ts'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { AdvantageComparison } from '../../worker/conventions-view.ts'
import { useSpecText } from '../controls/specText.ts'
import { namesEn, namesZh } from '../controls/specWords.ts'
import { useActions, useStore } from '../useStore.ts'
import { usePresetText } from './presetText.ts'
import { aspectWords, evidenceWords, faultWords } from './presetWords.ts'
import { sourceHref } from './source.ts'
import { words } from './text.ts'

interface TrainerProps {
  readonly preset: Preset
  readonly slot: 'a' | 'b'
  readonly facts: TraceFacts
  /** Undefined: not compared, so there are no options to use. */
  readonly advantage: AdvantageComparison | undefined
}

export function Trainer({ preset, slot, facts, advantage }: TrainerProps) {
  const t = useText(words)
  const text = usePresetText()
  const { edit } = useActions()
  const name = slot.toUpperCase()
  const use = ({ slots, lambdaCritic }: AdvantageComparison): void => {
    const critic = lambdaCritic[slot]
    edit({
      ...(slot === 'a' ? { a: slots.a } : { b: slots.b }),
      ...(critic === undefined ? {} : { lambdaCritic: critic }),
    })
  }
  return (
    <section className="conventions-trainer" aria-label={text.label(preset)}>
      <header>
        <h3>
          {name} {text.label(preset)}
        </h3>
        {advantage && (
          <button
            type="button"
            className="button small"
            title={t('useHelp', { slot: name })}
            onClick={() => use(advantage)}
          >
            {t('use', { slot: name })}
          </button>
        )}
      </header>
      <Faults preset={preset} slot={slot} facts={facts} advantage={advantage} />
      <About preset={preset} />
    </section>
  )
}

/** Those that act under the compared estimator; the others are folded away. */
function Faults({ preset, slot, facts, advantage }: TrainerProps) {
  const t = useText(words)
  const spec = useSpecText()
  const text = usePresetText()
  const chosen = advantage?.slots[slot]
  const estimator = estimatorOf(chosen?.estimator ?? '')
  const acts = ({ code }: Fault): boolean =>
    chosen !== undefined &&
    estimator !== undefined &&
    actsUnder(code, { estimator, options: resolveOptions(optionsOf(estimator), chosen.options) })
  if (preset.faults.length === 0) return <p className="quiet">{t('noFaults')}</p>
  const acting = preset.faults.filter(acts)
  const others = preset.faults.filter((fault) => !acts(fault))
  return (
    <>
      {acting.length > 0 && (
        <ul
          className="conventions-faults"
          aria-label={t('faultsOf', { trainer: text.label(preset) })}
        >
          {acting.map((fault) => (
            <FaultItem key={fault.code} fault={fault} facts={facts} />
          ))}
        </ul>
      )}
      {acting.length === 0 && estimator && (
        <p className="quiet">{t('noFaultsUnder', { estimator: spec.estimator(estimator) })}</p>
      )}
      {others.length > 0 && (
        <details className="conventions-more">
          <summary>{t('otherFaults', { n: formatCount(others.length) })}</summary>
          <ul className="conventions-faults">
            {others.map((fault) => (
              <FaultItem key={fault.code} fault={fault} facts={undefined} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type Touched = readonly [key: 'touchesRollouts' | 'touchesGroups', number: number, all: number]

/** How much of the trace a fault would act on; undefined where the trace does not tell. */
function touched(code: FaultCode, facts: TraceFacts, groups: number): Touched | undefined {
  switch (code) {
    case 'reward-lost-on-observation':
      return facts.rewarded > 0 ? undefined : ['touchesRollouts', facts.endsMasked, facts.rollouts]
    case 'return-reset-at-observation':
      return ['touchesRollouts', facts.observed, facts.rollouts]
    case 'singleton-raw-reward':
      return ['touchesGroups', facts.groupsOfOne, groups]
    default:
      return undefined
  }
}

interface FaultItemProps {
  readonly fault: Fault
  /** Undefined: it does not act here, so that nothing is counted. */
  readonly facts: TraceFacts | undefined
}

function FaultItem({ fault, facts }: FaultItemProps) {
  const t = useText(words)
  const names = useText(faultWords)
  const text = usePresetText()
  const groups = useStore((state) => state.data.table?.groupIds.length ?? 0)
  const here = facts && touched(fault.code, facts, groups)
  return (
    <li>
      <span className="badge">{t('fault')}</span> <strong>{names(fault.code)}</strong>{' '}
      {here && (
        <span className={here[1] > 0 ? 'badge' : 'badge plain'}>
          {here[1] > 0
            ? t(here[0], { n: formatCount(here[1]), all: formatCount(here[2]) })
            : t('touchesNone')}
        </span>
      )}
      <p>{text.fault(fault)}</p>
    </li>
  )
}

function About({ preset }: { readonly preset: Preset }) {
  const t = useText(words)
  const text = usePresetText()
  const { at, commit, date } = preset.source
  const href = sourceHref(preset.source)
  const named = commit === undefined ? at : `${at} @ ${commit}`
  const source = date === undefined ? named : t('dated', { source: named, date })
  return (
    <details className="conventions-more">
      <summary>{t('about')}</summary>
      <p>
        {t('source')}:{' '}
        {href === undefined ? (
          source
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {source}
          </a>
        )}
      </p>
      <h4>{t('evidence')}</h4>
      <dl className="conventions-evidence">
        {ASPECTS.map((aspect) => {
          const choice = preset.aspects[aspect]
          return choice && <EvidenceOf key={aspect} aspect={aspect} choice={choice} />
        })}
      </dl>
      {preset.notes.length > 0 && (
        <>
          <h4>{t('notes')}</h4>
          <ul>
            {preset.notes.map((note) => (
              <li key={note}>{text.note(note)}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

interface EvidenceProps {
  readonly aspect: (typeof ASPECTS)[number]
  readonly choice: Choice
}

function EvidenceOf({ aspect, choice }: EvidenceProps) {
  const t = useText(words)
  const aspects = useText(aspectWords)
  const evidence = useText(evidenceWords)
  const language = useContext(LanguageContext)
  const names = language === 'zh' ? namesZh : namesEn
  const stated = choice.stated?.map((option) => names[option] ?? option).join(t('comma'))
  return (
    <>
      <dt>{aspects(aspect)}</dt>
      <dd>
        {evidence(choice.evidence)}
        {stated !== undefined && t('evidenceStated', { options: stated })}
      </dd>
    </>
  )
}
