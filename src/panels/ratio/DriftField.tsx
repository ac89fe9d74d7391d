/** Simulated policy drift for traces that lack log-probs: off by default, always labelled. */
import { LOG_PROB_COLUMNS } from '../../credit/ratio/rule.ts'
import { DRIFT } from '../../store/ratios.ts'
import { formatCount } from '../../ui/format.ts'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import { countOf, type HoldingId, withPositions } from '../../worker/holdings.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'
import '../controls/options.css'

/** Nothing where every rollout has all three log-probs: there is nothing to simulate. */
export function DriftField() {
  const t = useText(words)
  const { edit } = useActions()
  const drift = useStore((state) => state.document.drift)
  const table = useStore((state) => state.data.table)
  if (!table) return null
  const of = withPositions(table)
  const without = (id: HoldingId): number => of - countOf(table, id)
  const missing = LOG_PROB_COLUMNS.filter((name) => without(name) > 0)
  if (missing.length === 0) return null
  const unversioned = without('versions')
  const columns = missing.map((column) => {
    const n = without(column)
    return n === of ? column : t('driftPart', { column, n: formatCount(n), of: formatCount(of) })
  })
  return (
    <div className="drift">
      <label className="check">
        <input
          type="checkbox"
          checked={drift !== undefined}
          onChange={(event) => edit({ drift: event.target.checked ? DRIFT.preset : undefined })}
        />
        {t('drift')}
      </label>
      {drift && (
        <>
          <span className="badge" title={t('simulatedTitle')}>
            {t('simulated')}
          </span>
          <div className="value-parameters">
            <span className="parameter">
              <span aria-hidden="true">{t('driftSize')}</span>
              <NumberBox
                name={t('driftSizeName')}
                label={t('driftSize')}
                value={drift.size}
                min={0}
                max={DRIFT.most}
                step={0.05}
                onChange={(size) => edit({ drift: { ...drift, size } }, 'drift.size')}
              />
            </span>
            <span className="parameter">
              <span aria-hidden="true">{t('driftSeed')}</span>
              <NumberBox
                name={t('driftSeedName')}
                label={t('driftSeed')}
                value={drift.seed}
                min={0}
                max={DRIFT.mostSeed}
                step={1}
                integer
                onChange={(seed) => edit({ drift: { ...drift, seed } }, 'drift.seed')}
              />
            </span>
          </div>
        </>
      )}
      <p className="option-help">
        {t(unversioned < of ? 'driftHelp' : 'driftHelpNoVersions', {
          columns: columns.join(t('comma')),
        })}
        <Gap />
        {unversioned > 0 &&
          unversioned < of &&
          t('driftWithoutVersion', { n: formatCount(unversioned), of: formatCount(of) })}
      </p>
    </div>
  )
}
