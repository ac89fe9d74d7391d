import { Icon } from '../../ui/Icon.tsx'

interface DismissProps {
  readonly name: string
  readonly onDismiss: () => void
}

/** The cross at the end of a notice. */
export const Dismiss = ({ name, onDismiss }: DismissProps) => (
  <button
    type="button"
    className="button bare square"
    aria-label={name}
    title={name}
    onClick={onDismiss}
  >
    <Icon name="close" size={14} />
  </button>
)
