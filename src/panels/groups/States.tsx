/** GiGPO's anchor groups: the states of the group as a graph and a table, and the visits of one of them. */
import { clipMiddle } from '../../trace/clip.ts'
import { Explain } from '../../ui/Explain.tsx'
import { formatCount, formatNumber, formatPlain, formatSigned } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { StatesView } from '../../worker/groups-view.ts'
import { useActions } from '../useStore.ts'
import type { PartProps } from './part.ts'
import { RolloutButton } from './RolloutButton.tsx'
import { StateGraph } from './StateGraph.tsx'
import { words } from './text.ts'

export function States({ view, ask }: PartProps) {
  const t = useText(words)
  const { openSample } = useActions()
  const { states, detail } = view
  const choose = (state: string): void => ask({ state })
  return (
    <>
      <Explain label={t('states')} as="h3">
        {t('statesHelp')}
      </Explain>
      {states === undefined ? (
        <p className="groups-note">
          {t('noStates')}
          <Gap />
          <button type="button" className="link-button" onClick={() => openSample('shop')}>
            {t('openShop')}
          </button>
        </p>
      ) : (
        <>
          <Facts states={states} />
          <StateGraph
            states={states}
            own={detail.members[detail.selected].rollout}
            onChoose={choose}
          />
          <StateTable states={states} onChoose={choose} />
          <Anchor states={states} own={detail.members[detail.selected].rollout} />
        </>
      )}
    </>
  )
}

const STDS = ['population', 'sample', 'none'] as const

function Facts({ states }: { readonly states: StatesView }) {
  const t = useText(words)
  const { slot, unlisted, withoutKey, withoutOutcome } = states
  const std = STDS.find((one) => one === states.std) ?? 'population'
  const settings = t('settings', {
    gamma: formatPlain(states.gamma),
    omega: formatPlain(states.omega),
    std: t(`std_${std}`),
    from: slot ? t('fromSlot', { slot: slot.toUpperCase() }) : t('fromDefaults'),
  })
  const all = states.states.length + unlisted
  const facts = [
    t('statesCount', {
      repeated: formatCount(states.repeated),
      all: formatCount(all),
      steps: formatCount(states.steps),
    }),
    states.repeated === 0 && t('noRepeats'),
    unlisted > 0 &&
      t('statesHidden', {
        shown: formatCount(states.states.length),
        n: formatCount(unlisted),
      }),
    withoutKey > 0 && t('withoutKey', { n: formatCount(withoutKey) }),
    withoutOutcome > 0 && t('countsAsZero', { n: formatCount(withoutOutcome) }),
  ]
  return (
    <>
      <p className="groups-said">{facts.filter((fact) => fact !== false).join(' ')}</p>
      <p className="groups-note">{settings}</p>
    </>
  )
}

interface TableProps {
  readonly states: StatesView
  readonly onChoose: (state: string) => void
}

function StateTable({ states, onChoose }: TableProps) {
  const t = useText(words)
  return (
    <details className="groups-details">
      <summary>{t('asTable')}</summary>
      <ScrollRegion name={t('statesTable')}>
        <table className="numbers" aria-label={t('statesTable')}>
          <thead>
            <tr>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('visits')}</th>
              <th scope="col">{t('meanStep')}</th>
              <th scope="col">{t('return')}</th>
              <th scope="col">{t('std')}</th>
            </tr>
          </thead>
          <tbody>
            {states.states.map((state, at) => (
              <tr key={state.key} className={at === states.anchor.state ? 'is-chosen' : ''}>
                <th scope="row">
                  <button
                    type="button"
                    className="groups-name"
                    title={clipMiddle(state.key)}
                    aria-pressed={at === states.anchor.state}
                    onClick={() => onChoose(state.key)}
                  >
                    <bdi>{clipMiddle(state.key)}</bdi>
                  </button>
                </th>
                <td>{formatCount(state.visits)}</td>
                <td>{(state.meanStep + 1).toFixed(1)}</td>
                <td>{formatNumber(state.mean)}</td>
                <td>{formatNumber(state.std)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}

function Anchor({ states, own }: { readonly states: StatesView; readonly own: number }) {
  const t = useText(words)
  const { anchor, omega } = states
  const state = states.states[anchor.state]
  const key = clipMiddle(state.key)
  const name = t('anchorTable', { key })
  return (
    <>
      <h4 className="groups-anchor">{t('anchorTitle', { key })}</h4>
      <p className="groups-note" aria-live="polite">
        {state.visits === 1
          ? t('anchorAlone')
          : t('anchorSentence', {
              n: formatCount(state.visits),
              mean: formatNumber(state.mean),
              std: formatNumber(state.std),
            })}
        <Gap />
        {state.visits > 1 && !state.hasSignal && t('anchorEqual')}
      </p>
      <ScrollRegion name={name}>
        <table className="numbers" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{t('rollout')}</th>
              <th scope="col">{t('step')}</th>
              <th scope="col">{t('return')}</th>
              <th scope="col">
                A<sub>S</sub>
              </th>
              <th scope="col">
                A = A<sub>E</sub> + {omega === 1 ? '' : formatPlain(omega)}A<sub>S</sub>
              </th>
            </tr>
          </thead>
          <tbody>
            {anchor.visits.map((visit) => (
              <tr
                key={`${visit.rollout}.${visit.step}`}
                className={visit.rollout === own ? 'is-chosen' : ''}
              >
                <th scope="row">
                  <RolloutButton rollout={visit.rollout} isSelected={visit.rollout === own} />
                </th>
                <td>{formatCount(visit.step + 1)}</td>
                <td>{formatNumber(visit.stepReturn)}</td>
                <td>{formatSigned(visit.stepAdvantage)}</td>
                <td>{formatSigned(visit.advantage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {anchor.unlisted > 0 && (
        <p className="groups-note">{t('moreVisits', { n: formatCount(anchor.unlisted) })}</p>
      )}
    </>
  )
}
