/** What the page shows, its words, its keys: inside of the help dialog. */
import { useText } from '../../ui/text.tsx'
import { SHORTCUTS } from '../shell/shortcuts.ts'
import { words } from './text.ts'
import './help.css'

const ABOUT = ['about1', 'about2', 'about3', 'about4', 'about5'] as const

/** Each has a text and, with `term_` before it, its name: the field's own, beside the Chinese one in Chinese. */
const GLOSSARY = [
  'rollout',
  'segment',
  'segment_index',
  'inv_iter',
  'condense',
  'drop',
  'summary',
  'trim',
  'skeleton',
  'lossMask',
  'actionToken',
  'value',
  'delta',
  'advantage',
  'gae',
  'lastgaelam',
  'critic_lastgaelam',
  'nextvalues',
  'bootstrap',
  'truncated',
  'ratio',
  'group',
] as const

/** Keys that belong to a control rather than to the page. */
const LOCAL_KEYS = [
  ['key_list', ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End']],
  ['key_slider', ['←', '→', '⇧']],
  ['key_token', ['←', '→']],
  ['key_tokens', ['⇧', '←', '→']],
  ['key_row', ['↑', '↓']],
  ['key_ends', ['Home', 'End']],
  ['key_zoom', ['+', '−', '0']],
  ['key_close', ['Esc']],
] as const

export function HelpBody() {
  const t = useText(words)
  return (
    <div className="help">
      <p className="help-about">
        {ABOUT.map((key) => (
          <span key={key}>{t(key)} </span>
        ))}
      </p>
      <section className="help-keys" aria-labelledby="help-keys">
        <h3 id="help-keys">{t('shortcuts')}</h3>
        <dl>
          {SHORTCUTS.map(({ id, keys }) => (
            <KeyRow key={id} keys={keys} text={t(`key_${id}`)} />
          ))}
          {LOCAL_KEYS.map(([key, keys]) => (
            <KeyRow key={key} keys={keys} text={t(key)} />
          ))}
        </dl>
      </section>
      <section aria-labelledby="help-glossary">
        <h3 id="help-glossary">{t('glossary')}</h3>
        <dl className="glossary">
          {GLOSSARY.map((key) => (
            <div key={key}>
              <dt>{t(`term_${key}`)}</dt>
              <dd>{t(key)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function KeyRow({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) {
  return (
    <div className="key-row">
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
