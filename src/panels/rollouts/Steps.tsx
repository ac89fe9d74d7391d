/** Which training step is the batch, with the mean outcome of each as a curve. */
import { useId, useMemo } from 'react'
import { withOutcomes } from '../../store/fit.ts'
import { chooseStep } from '../../store/training-steps.ts'
import { formatCount, formatNumber, formatPlain } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { RolloutTable } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { areSeveral, meanPoints, type StepRow, stepRows, withoutStep } from './steps.ts'
import { stepWords } from './stepText.ts'
import './steps.css'

/** Nothing where the trace is of one training step. */
export function Steps({ whole }: { readonly whole: RolloutTable }) {
  const t = useText(stepWords)
  const id = useId()
  const { edit } = useActions()
  const document = useStore((state) => state.document)
  const { outcomes, step } = document
  const rows = useMemo(() => stepRows(withOutcomes(whole, outcomes)), [whole, outcomes])
  if (!areSeveral(rows, whole)) return null
  const label = (row: StepRow): string => {
    const parts = { step: formatPlain(row.step), n: formatCount(row.rollouts) }
    const said = t(row.rollouts === 1 ? 'rollout' : 'rollouts', parts)
    return Number.isNaN(row.mean) ? said : t('mean', { row: said, mean: formatNumber(row.mean) })
  }
  const rest = withoutStep(rows, whole)
  const all = rest === 0 ? 'allSteps' : rows.length === 1 ? 'stepAndRest' : 'stepsAndRest'
  return (
    <div className="rollouts-steps">
      <div className="rollouts-step">
        <label htmlFor={id} title={t('stepHelp')}>
          {t('step')}
        </label>
        <select
          id={id}
          className="select"
          value={step === undefined ? '' : String(step)}
          onChange={({ target }) =>
            edit(
              chooseStep(document, whole, target.value === '' ? undefined : Number(target.value)),
              'step',
            )
          }
        >
          <option value="">
            {t(all, {
              steps: formatCount(rows.length),
              step: formatPlain(rows[0].step),
              rest: formatCount(rest),
              n: formatCount(whole.id.length),
            })}
          </option>
          {rows.map((row) => (
            <option key={row.step} value={String(row.step)}>
              {label(row)}
            </option>
          ))}
        </select>
      </div>
      <Means rows={rows} chosen={step} />
      {step === undefined && <p className="steps-together">{t('together')}</p>}
    </div>
  )
}

/** Pixels; the dot of the chosen step needs its radius on every side. */
const BOX = { width: 130, height: 14, edge: 3 } as const

interface MeansProps {
  readonly rows: readonly StepRow[]
  readonly chosen: number | undefined
}

function Means({ rows, chosen }: MeansProps) {
  const t = useText(stepWords)
  const points = useMemo(() => meanPoints(rows, BOX.width, BOX.height), [rows])
  if (points.length < 2) return null
  const known = rows.filter(({ mean }) => !Number.isNaN(mean))
  const [first, last] = [known[0], known[known.length - 1]]
  const title = t('stepMeans', {
    from: formatNumber(first.mean),
    to: formatNumber(last.mean),
    first: formatPlain(first.step),
    last: formatPlain(last.step),
  })
  const at = points.find(({ step }) => step === chosen)
  const { width, height, edge } = BOX
  return (
    <div className="rollouts-step">
      <span>{t('meanOutcome')}</span>
      <svg
        className="step-means"
        role="img"
        aria-label={title}
        width={width + 2 * edge}
        height={height + 2 * edge}
        viewBox={`${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`}
      >
        <title>{title}</title>
        <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {at && <circle cx={at.x} cy={at.y} r={edge} />}
      </svg>
    </div>
  )
}
