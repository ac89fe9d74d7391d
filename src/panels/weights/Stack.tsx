/** Shares of one whole side by side; neighbours differ in shade, the marked one in colour. */
import { formatShare } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { words } from './text.ts'

interface StackProps {
  readonly name: string
  readonly shares: Float64Array
  readonly marked: number | undefined
  readonly partName: (at: number) => string
}

/** Parts that are spoken; more would not be listened to. */
const MAX_SPOKEN = 8
/** Parts that are drawn: beyond it each is thinner than a pixel. */
const MAX_DRAWN = 100

export function Stack({ name, shares, marked, partName }: StackProps) {
  const t = useText(words)
  const parts = Array.from(shares, (share, at) => ({ share, at })).filter(({ share }) => share > 0)
  const spoken = parts
    .slice(0, MAX_SPOKEN)
    .map(({ share, at }) => `${partName(at)} ${formatShare(share)}`)
  const label = parts.length === 0 ? t('nothing') : spoken.join(', ')
  return (
    <div className="stack" role="img" aria-label={t('bar', { name, parts: label })}>
      {parts.slice(0, MAX_DRAWN).map(({ share, at }) => (
        <i
          key={at}
          className={at === marked ? 'is-marked' : at % 2 === 0 ? '' : 'is-odd'}
          style={{ width: `${(100 * share).toFixed(2)}%` }}
          title={`${partName(at)}: ${formatShare(share)}`}
        />
      ))}
    </div>
  )
}
