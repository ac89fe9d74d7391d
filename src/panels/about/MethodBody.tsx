/** Formula, symbols, parameters, needs, pitfalls and sources of one method. */
import { SYMBOLS } from '../../credit/symbols.ts'
import { Formula, InlineFormula } from '../../ui/formula/Formula.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { Sources } from '../controls/Sources.tsx'
import type { AboutMethod, NeedLine } from './about.ts'
import { words } from './bodyText.ts'
import { Parameters } from './Parameters.tsx'
import { useSymbolText } from './symbolText.ts'

interface MethodProps {
  readonly about: AboutMethod
}

export function MethodBody({ about }: MethodProps) {
  const t = useText(words)
  return (
    <div className="about">
      <h3>{t('formula')}</h3>
      <MethodFormula about={about} />
      <Symbols about={about} />
      <h3>{t('pitfalls')}</h3>
      <Pitfalls about={about} />
      <Data about={about} />
    </div>
  )
}

/** One of several in a dialog: what it does and where people go wrong; the rest is folded. */
export function MethodSection({ about }: MethodProps) {
  const t = useText(words)
  return (
    <section className="about about-one">
      <h3>{about.title}</h3>
      <MethodFormula about={about} />
      <Pitfalls about={about} />
      <details>
        <summary>{t('more')}</summary>
        <Symbols about={about} />
        <Data about={about} />
      </details>
    </section>
  )
}

function MethodFormula({ about }: MethodProps) {
  const t = useText(words)
  return <Formula name={t('formulaOf', { name: about.title })} tex={about.tex} />
}

function Symbols({ about }: MethodProps) {
  const meaning = useSymbolText()
  return (
    <dl className="about-symbols">
      {about.symbols.map((id) => (
        <div key={id}>
          <dt>
            <InlineFormula tex={SYMBOLS[id].tex} />
          </dt>
          <dd>
            <Marked text={meaning(id)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Pitfalls = ({ about }: MethodProps) => (
  <ul className="about-list">
    {about.pitfalls.map((pitfall) => (
      <li key={pitfall}>
        <Marked text={pitfall} />
      </li>
    ))}
  </ul>
)

/** Needs, parameters and source. */
function Data({ about: { needs, parameters, source } }: MethodProps) {
  const t = useText(words)
  return (
    <>
      <h3>{t('needs')}</h3>
      {needs.length === 0 ? (
        <p className="about-quiet">{t('needsNothing')}</p>
      ) : (
        <ul className="about-needs">
          {needs.map((need) => (
            <Need key={need.text} need={need} />
          ))}
        </ul>
      )}
      {parameters.length > 0 && <Parameters rows={parameters} />}
      <h3>{t('source')}</h3>
      <Sources text={source} />
    </>
  )
}

const ICONS = { present: 'check', replaced: 'info', missing: 'warn' } as const

function Need({ need: { text, state, note } }: { readonly need: NeedLine }) {
  const t = useText(words)
  return (
    <li className={`is-${state}`}>
      <Icon name={ICONS[state]} size={14} />
      <span>
        <Marked text={text} /> <b>{t(state)}</b>
        {note !== undefined && (
          <span className="about-quiet">
            {' '}
            <Marked text={note} />
          </span>
        )}
      </span>
    </li>
  )
}
