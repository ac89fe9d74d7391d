/** What a sample but the first shows; which settings it holds for; a link's missing file; a file of one's own. */
import { estimatorOf } from '../../credit/registry.ts'
import { DEFAULT_A, DEFAULT_B } from '../../store/document.ts'
import { compares, rolloutIndex } from '../../store/fit.ts'
import { awaitedSource } from '../../store/links.ts'
import { same } from '../../store/properties.ts'
import { isAsStarted, sampleSettings } from '../../store/sample-settings.ts'
import { filesOfName, sourceName } from '../../store/sources.ts'
import { formatCount, formatPlain } from '../../ui/format.ts'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import type { Slot } from '../../worker/api.ts'
import { useSpecText } from '../controls/specText.ts'
import { useActions, useStore } from '../useStore.ts'
import { Dismiss } from './Dismiss.tsx'
import { words } from './hintText.ts'
import { waits } from './waits.ts'

const HINTS: Readonly<Record<string, 'hint_bug' | 'hint_shop' | 'hint_batch'>> = {
  bug: 'hint_bug',
  shop: 'hint_shop',
  batch: 'hint_batch',
}

const GROUP_BASELINES = {
  a: { estimator: 'grpo', options: {} },
  b: { estimator: 'rloo', options: {} },
} as const

interface OtherHintProps {
  readonly openFile: () => void
}

export function OtherHint({ openFile }: OtherHintProps) {
  const t = useText(words)
  const source = useStore(({ document }) => document.source)
  const awaited = useStore(awaitedSource)
  if (awaited)
    return (
      <Awaited
        name={sourceName(awaited)}
        isStandIn={source.kind === 'sample' && source.standsFor !== undefined}
        openFile={openFile}
      />
    )
  if (source.kind === 'sample') return <Sample id={source.id} />
  if (source.kind === 'payload') return t('hint_payload')
  return <OwnFile />
}

/** A first look at a file without a cut would show two curves that are one. */
function OwnFile() {
  const t = useText(words)
  const { edit } = useActions()
  const isUncut = useStore(
    ({ document: { a, b }, data: { table } }) =>
      same(a, DEFAULT_A) && same(b, DEFAULT_B) && !table?.segments.some((count) => count > 1),
  )
  const hasGroups = useStore(({ data: { table } }) => table !== undefined && compares(table))
  if (!isUncut) return t('hint_file')
  return (
    <>
      {t('uncut')}{' '}
      {hasGroups && (
        <button type="button" className="link-button" onClick={() => edit(GROUP_BASELINES)}>
          {t('compareGroups')}
        </button>
      )}
    </>
  )
}

interface AwaitedProps extends OtherHintProps {
  readonly name: string
  readonly isStandIn: boolean
}

function Awaited({ name, isStandIn, openFile }: AwaitedProps) {
  const t = useText(words)
  const { dismissNotice } = useActions()
  const at = useStore(({ tasks }) => tasks.notices.findIndex(waits))
  return (
    <>
      <span role="status">
        <Marked text={t(isStandIn ? 'standIn' : 'waits', { name: files(name, t) })} />
      </span>{' '}
      <button type="button" className="link-button" onClick={openFile}>
        {t('openIt')}
      </button>
      {!isStandIn && <Dismiss name={t('dismiss')} onDismiss={() => dismissNotice(at)} />}
    </>
  )
}

/** `a.jsonl + 2` is the name of three files. */
function files(name: string, t: ReturnType<typeof useText<keyof typeof words.en>>): string {
  const { first, more } = filesOfName(name)
  if (more === 0) return t('file', { name })
  return t(more === 1 ? 'andOne' : 'andMore', { first, n: more })
}

function Sample({ id }: { readonly id: string }) {
  const t = useText(words)
  const isStart = useStore(({ document }) => isAsStarted(document, id))
  const cuts = useStore(({ document, data: { table } }) =>
    table ? (table.segments[rolloutIndex(document, table)] ?? 1) - 1 : 0,
  )
  if (!isStart) return <Changed id={id} />
  if (!Object.hasOwn(HINTS, id)) return null
  const times = cuts === 0 ? 'shown_never' : cuts === 1 ? 'shown_once' : 'shown_times'
  return t(HINTS[id], { shown: t(times, { n: formatCount(cuts) }) })
}

/** The sentence would be untrue: which settings it is about, and the way back to them. */
function Changed({ id }: { readonly id: string }) {
  const t = useText(words)
  const spec = useSpecText()
  const { edit } = useActions()
  const settings = sampleSettings(id)
  const name = ({ estimator }: Slot): string => {
    const known = estimatorOf(estimator)
    return known ? spec.estimator(known) : estimator
  }
  const { gamma, lambda, a, b } = settings
  const values = { gamma: formatPlain(gamma), lambda: formatPlain(lambda), a: name(a), b: name(b) }
  return (
    <>
      {t('changed', values)}{' '}
      <button type="button" className="link-button" onClick={() => edit(settings)}>
        {t('back')}
      </button>
    </>
  )
}
