/** A table that no format knows: which of its columns is what, and what would come out. */
import { useEffect, useState } from 'react'
import { guessMapping } from '../../formats/mapped/guess-mapping.ts'
import { sentenceOf } from '../../store/reason.ts'
import type { MappingTask } from '../../store/store.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { Mapping, MappingPreview } from '../../trace/mapping.ts'
import { DialogFoot } from '../../ui/DialogBox.tsx'
import { formatCount } from '../../ui/format.ts'
import { Marked } from '../../ui/Marked.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { MappingFields } from './MappingFields.tsx'
import { mappingWords as words } from './mappingText.ts'
import './mapping.css'

export function MappingBody() {
  const t = useText(words)
  const task = useStore((state) => state.tasks.mapping)
  const [mapping, setMapping] = useState<Mapping | undefined>(undefined)
  // Another table starts with its own guess.
  const [shown, setShown] = useState<MappingTask | undefined>(undefined)
  if (task !== shown) {
    setShown(task)
    setMapping(task && (task.start ?? guessMapping(task.outline)))
  }
  const preview = usePreview(task, mapping)
  return (
    <>
      <DialogFoot>
        <Footer mapping={mapping} preview={preview} />
      </DialogFoot>
      {task && mapping && (
        <>
          <p className="quiet">
            {t('intro', { file: clipMiddle(task.file), container: task.outline.container })}
          </p>
          {task.why !== undefined && (
            <p className="mapping-why" role="alert">
              {clipMiddle(task.why, 600)}
            </p>
          )}
          <MappingFields outline={task.outline} mapping={mapping} onChange={setMapping} />
          <FirstRows task={task} mapping={mapping} />
          <Result preview={preview} />
        </>
      )}
    </>
  )
}

type Previewed =
  | { readonly kind: 'counting' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'there'; readonly preview: MappingPreview }

const COUNTING: Previewed = { kind: 'counting' }

function usePreview(task: MappingTask | undefined, mapping: Mapping | undefined): Previewed {
  const { previewMapping } = useActions()
  const [previewed, setPreviewed] = useState<Previewed>(COUNTING)
  useEffect(() => {
    if (!task || !mapping) return
    let left = false
    setPreviewed(COUNTING)
    previewMapping(mapping).then(
      (preview) => {
        if (!left && preview !== 'superseded') setPreviewed({ kind: 'there', preview })
      },
      (reason: unknown) => {
        if (!left) setPreviewed({ kind: 'failed', message: sentenceOf(reason) })
      },
    )
    return () => {
      left = true
    }
  }, [task, mapping, previewMapping])
  return previewed
}

interface FooterProps {
  readonly mapping: Mapping | undefined
  readonly preview: Previewed
}

function Footer({ mapping, preview }: FooterProps) {
  const t = useText(words)
  const { dismissMapping, openMapped } = useActions()
  const usable = preview.kind === 'there' && preview.preview.rollouts > 0
  return (
    <>
      <span className="quiet mapping-link">{t('linkNote')}</span>
      <button type="button" className="button" onClick={dismissMapping}>
        {t('cancel')}
      </button>
      <button
        type="button"
        className="button primary"
        disabled={!usable}
        onClick={() => mapping && openMapped(mapping)}
      >
        {t('open')}
      </button>
    </>
  )
}

interface FirstRowsProps {
  readonly task: MappingTask
  readonly mapping: Mapping
}

/** A hostile table has hundreds of columns. */
const SHOWN_COLUMNS = 40

function FirstRows({ task: { outline }, mapping }: FirstRowsProps) {
  const t = useText(words)
  const columns = outline.columns.slice(0, SHOWN_COLUMNS)
  const roleOf = (name: string) =>
    Object.entries(mapping.columns).flatMap(([role, column]) =>
      column === name ? [t(`role_${role as keyof Mapping['columns']}`)] : [],
    )
  const label = t(outline.container === 'npz' ? 'firstEntries' : 'firstRows')
  return (
    <section>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <div className="mapping-rows" tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ name, kind }) => (
                <th key={name} scope="col" title={t(`kind_${kind}`)}>
                  <code>{clipMiddle(name, 40)}</code>
                  <span className="mapping-role">{roleOf(name).join(', ')}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outline.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed
              <tr key={at}>
                {columns.map(({ name }, k) => (
                  <td key={name}>{row[k]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Result({ preview: previewed }: { readonly preview: Previewed }) {
  const t = useText(words)
  return (
    <section className="mapping-result" aria-live="polite">
      <h3>{t('result')}</h3>
      {previewed.kind === 'counting' && <p className="quiet">{t('counting')}</p>}
      {previewed.kind === 'failed' && (
        <p className="mapping-why">
          <Marked text={t('failed', { message: previewed.message })} />
        </p>
      )}
      {previewed.kind === 'there' && <Counts preview={previewed.preview} />}
    </section>
  )
}

function Counts({ preview }: { readonly preview: MappingPreview }) {
  const t = useText(words)
  const { limit, problems, firstProblem } = preview
  const counts = [
    [preview.rollouts, t(preview.rollouts === 1 ? 'rollout' : 'rollouts')],
    [preview.groups, t(preview.groups === 1 ? 'group' : 'groups')],
    [preview.segments, t(preview.segments === 1 ? 'segment' : 'segments')],
    [preview.actionTokens, t(preview.actionTokens === 1 ? 'actionToken' : 'actionTokens')],
    [preview.outcomes, t('outcomes')],
  ] as const
  return (
    <>
      <p className="quiet">
        {limit === undefined ? t('fromAll') : t('fromFirst', { n: formatCount(limit) })}
      </p>
      <ul className="mapping-counts">
        {counts.map(([n, name]) => (
          <li key={name}>
            <strong>{formatCount(n)}</strong> {name}
          </li>
        ))}
      </ul>
      {preview.maskDerived && <p>{t('maskAssumed')}</p>}
      {preview.approximate && <p>{t('approximate')}</p>}
      {firstProblem === undefined ? (
        <p className="quiet">{t('noProblem')}</p>
      ) : (
        <p className="mapping-why">
          {problems === 1 ? t('oneProblem') : t('problems', { n: formatCount(problems) })}
          <Gap />
          {clipMiddle(firstProblem, 400)}
        </p>
      )}
    </>
  )
}
