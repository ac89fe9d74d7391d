/** Line and field of a diagnostic, where it has them. */
import { clipMiddle } from '../../trace/clip.ts'
import type { Diagnostic } from '../../trace/diagnostics.ts'
import { useText } from '../../ui/text.tsx'
import { lateWords } from './lateText.ts'

export function Where({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const t = useText(lateWords)
  const { line, unit = 'line', field } = diagnostic
  if (line === undefined && field === undefined) return null
  return (
    <span className="where">
      {line !== undefined && (
        <span>
          {t(unit)} {line}
        </span>
      )}
      {field !== undefined && (
        <span>
          {t('field')} <code>{clipMiddle(field)}</code>
        </span>
      )}
    </span>
  )
}
