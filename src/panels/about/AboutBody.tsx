/** Formula, symbols, parameters, needs, pitfalls and sources of one method. */
import { SYMBOLS } from '../../credit/symbols.ts'
import { Formula, InlineFormula } from '../../ui/formula/Formula.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { useEstimatorAbout } from '../controls/estimatorAbout.ts'
import { Sources } from '../controls/Sources.tsx'
import { useRuleAbout } from '../ratio/ruleAbout.ts'
import { useModeAbout } from '../weights/modeAbout.ts'
import type { AboutMethod, AboutProps, AboutSubject, NeedLine } from './about.ts'
import { Parameters } from './Parameters.tsx'
import { useSymbolText } from './symbolText.ts'
import { words } from './text.ts'
import './about.css'

export function AboutBody({ subject }: AboutProps) {
  const t = useText(words)
  const meaning = useSymbolText()
  const about = useAbout(subject)
  return (
    <div className="about">
      <h3>{t('formula')}</h3>
      <Formula name={t('formulaOf', { name: about.title })} tex={about.tex} />
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
      <h3>{t('pitfalls')}</h3>
      <ul className="about-list">
        {about.pitfalls.map((pitfall) => (
          <li key={pitfall}>
            <Marked text={pitfall} />
          </li>
        ))}
      </ul>
      <h3>{t('needs')}</h3>
      {about.needs.length === 0 ? (
        <p className="about-quiet">{t('needsNothing')}</p>
      ) : (
        <ul className="about-needs">
          {about.needs.map((need) => (
            <Need key={need.text} need={need} />
          ))}
        </ul>
      )}
      {about.parameters.length > 0 && <Parameters rows={about.parameters} />}
      <h3>{t('source')}</h3>
      <Sources text={about.source} />
    </div>
  )
}

function useAbout(subject: AboutSubject): AboutMethod {
  const estimator = useEstimatorAbout()
  const rule = useRuleAbout()
  const mode = useModeAbout()
  switch (subject.kind) {
    case 'estimator':
      return estimator(subject.method)
    case 'rule':
      return rule(subject.method)
    case 'mode':
      return mode(subject.method)
  }
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
