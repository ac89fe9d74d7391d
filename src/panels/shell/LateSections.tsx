/**
 * Panels that not every trace needs. Each is folded until it has something to say, and its code comes when
 * it is first opened; the heading is here, the panel in its own folder.
 */
import { DEFAULT_DOCUMENT, type DocumentState } from '../../store/document.ts'
import { compares, opensWeights } from '../../store/fit.ts'
import { same } from '../../store/properties.ts'
import { formatCount } from '../../ui/format.ts'
import { Later, late } from '../../ui/late.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import { withMethods } from '../../ui/useBook.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

const ratioPanel = late(
  async () => (await withMethods(import('../ratio/RatioPanel.tsx'))).RatioPanel,
)
const weightsPanel = late(
  async () => (await withMethods(import('../weights/WeightsPanel.tsx'))).WeightsPanel,
)
const groupsPanel = late(async () => (await import('../groups/GroupsPanel.tsx')).GroupsPanel)
const conventionsPanel = late(
  async () => (await import('../conventions/ConventionsPanel.tsx')).ConventionsPanel,
)

/** Loads all of them ahead, so that they open at once and without the network. */
export const prepareSections = (): Promise<unknown> =>
  Promise.allSettled([
    ratioPanel.fetch(),
    weightsPanel.fetch(),
    groupsPanel.fetch(),
    conventionsPanel.fetch(),
  ])

/** The document sets one of these to something of its own. */
const sets = (document: DocumentState, ...keys: readonly (keyof DocumentState)[]): boolean =>
  keys.some((key) => !same(document[key], DEFAULT_DOCUMENT[key]))

const useCompares = (): boolean =>
  useStore(({ data: { table } }) => table !== undefined && compares(table))

export function RatioSection() {
  const t = useText(words)
  const logProbs = useStore((state) => state.data.summary?.has.log_probs ?? false)
  const chosen = useStore(({ document }) => sets(document, 'ratio', 'against', 'drift', 'strip'))
  return (
    <Section title={t('ratio')} className="ratio" startsOpen={logProbs || chosen} lazy>
      <Later part={ratioPanel} />
    </Section>
  )
}

export function WeightsSection() {
  const t = useText(words)
  const { setViewport } = useActions()
  const opens = useStore(
    ({ document, data: { table } }) => table !== undefined && opensWeights(document, table),
  )
  return (
    <Section
      title={t('weights')}
      className="weights"
      startsOpen={opens}
      lazy
      onChoose={(weights) => setViewport({ weights })}
    >
      <Later part={weightsPanel} />
    </Section>
  )
}

export function GroupsSection() {
  const t = useText(words)
  const groups = useStore((state) => state.data.table?.groupIds.length ?? 0)
  const counted = groups === 1 ? t('oneGroup') : t('countGroups', { n: formatCount(groups) })
  return (
    <Section
      title={t('groups')}
      className="groups"
      startsOpen={useCompares()}
      lazy
      aside={groups > 0 && <span>{counted}</span>}
    >
      <Later part={groupsPanel} />
    </Section>
  )
}

export function ConventionsSection() {
  const t = useText(words)
  const recorded = useStore((state) => state.data.summary?.recordsAdvantages ?? false)
  const chosen = useStore(({ document }) => sets(document, 'conventions'))
  return (
    <Section title={t('conventions')} className="conventions" startsOpen={recorded || chosen} lazy>
      <Later part={conventionsPanel} />
    </Section>
  )
}
