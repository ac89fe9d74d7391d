import { useText } from '../../ui/text.tsx'
import { words } from './syntheticText.ts'

/** Says of values that they are not the file's. */
export function SyntheticMark({ name }: { readonly name: 'fitted' | 'synthetic' }) {
  const t = useText(words)
  return (
    <span className="badge" title={t(`${name}Title`)}>
      {t(name)}
    </span>
  )
}
