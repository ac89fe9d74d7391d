/** Above the picture: what of it is old, in sentences that come when there are any. */
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import './computing.css'

const old = soon(({ Old }) => Old)

const NO_PROPS = {}

/** Stands there empty, so that a screen reader hears of it when it fills. */
export function Computing() {
  const picture = useStore((state) => state.tasks.picture)
  return (
    <div className={`computing is-${picture}`} role="status">
      {picture !== 'current' && <Quietly part={old} props={NO_PROPS} />}
    </div>
  )
}
