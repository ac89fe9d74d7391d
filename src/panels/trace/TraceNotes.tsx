/** What the card says of traces that are no sample, that trainers cut into steps, or of which rules mask something. */
import { Fragment, useMemo } from 'react'
import { clipMiddle } from '../../trace/clip.ts'
import { formatBytes, formatCount, formatPlain } from '../../ui/format.ts'
import { Gap, useText } from '../../ui/text.tsx'
import type { Removed, TraceSummary } from '../../worker/api.ts'
import { columnNames, nearColumns } from '../open/columnNames.ts'
import { areSeveral, stepRows } from '../rollouts/steps.ts'
import { useStore } from '../useStore.ts'
import { words } from './noteText.ts'
import { stepNote } from './stepNote.ts'
import './notes.css'

interface OfTrace {
  readonly summary: TraceSummary
}

export function FileList({ summary }: OfTrace) {
  const t = useText(words)
  return (
    <ul className="trace-files">
      {summary.files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name; the list is fixed
        <li key={at}>
          <span className="trace-file" title={clipMiddle(file.name)}>
            <bdi>{clipMiddle(file.name)}</bdi>
          </span>
          <span className="quiet">
            {file.format ?? t('unread')}
            {file.bytes > 0 && `, ${formatBytes(file.bytes)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function UnknownColumns({ summary }: OfTrace) {
  const t = useText(words)
  const unknown = columnNames(summary.unknownColumns)
  return (
    <p className="trace-note">
      {t('unknownColumns')} <code>{unknown.names}</code>
      {unknown.more > 0 && ` ${t('unknownMore', { n: formatCount(unknown.more) })}`}
      {nearColumns(summary).map(({ name, column }) => (
        <Fragment key={name}>
          <Gap />
          {t('near', { name, column })}
        </Fragment>
      ))}
    </p>
  )
}

/** How many cuts no marker in the file says. */
export function PrefixRuleNote({ n, of }: { readonly n: number; readonly of: number }) {
  const t = useText(words)
  return (
    <span title={t('prefixRuleHelp')}>
      {t('prefixRule', { n: formatCount(n), of: formatCount(of) })}
    </span>
  )
}

interface RemovedProps {
  readonly a: Removed | undefined
  readonly b: Removed | undefined
  readonly approximate: boolean
}

export function RemovedNote({ a, b, approximate }: RemovedProps) {
  const t = useText(words)
  const slots = [
    { key: 'a', name: 'A', removed: a },
    { key: 'b', name: 'B', removed: b },
  ]
  return (
    <>
      {slots.map(
        ({ key, name, removed }) =>
          removed &&
          removed.removed > 0 && (
            <p key={key} className="trace-note">
              {t('removed', {
                slot: name,
                n: formatCount(removed.removed, approximate),
                all: formatCount(removed.actions, approximate),
              })}
            </p>
          ),
      )}
    </>
  )
}

/** Which training steps the statistics are of, where the trace has several. */
export function StepNote() {
  const t = useText(words)
  const step = useStore((state) => state.document.step)
  const whole = useStore((state) => state.data.whole)
  const table = useStore((state) => state.data.table)
  const steps = useMemo(() => (whole ? stepRows(whole) : []), [whole])
  if (!whole || !table || !areSeveral(steps, whole)) return null
  const { key, values } = stepNote(steps, whole, table, step)
  return <p className="trace-note">{t(key, values)}</p>
}

/** Words of the card where a step is chosen. */
export function StepWord({ say }: { readonly say: 'holdsStep' | 'wholeFile' }) {
  const t = useText(words)
  const step = useStore((state) => state.document.step)
  return t(say, { step: formatPlain(step) })
}
