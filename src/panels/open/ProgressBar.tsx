import './opening.css'

interface ProgressBarProps {
  readonly label: string
  /** 0..100; undefined where nobody knows. */
  readonly percent: number | undefined
  /** What it stands at, in words; default: the percentage. */
  readonly text?: string
}

export function ProgressBar({ label, percent, text }: ProgressBarProps) {
  return (
    <div
      className={`progress ${percent === undefined ? 'is-unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      tabIndex={-1}
    >
      <i style={{ '--share': `${percent ?? 0}%` }} />
    </div>
  )
}
