/** A place of the trace; a click shows it in the picture. */
import { useText } from '../../ui/text.tsx'
import { type ShownPlace, usePlaces } from './place.ts'
import { words } from './text.ts'

export function PlaceButton({
  place,
  short,
}: {
  readonly place: ShownPlace
  readonly short?: string
}) {
  const t = useText(words)
  const places = usePlaces()
  const name = places.name(place)
  return (
    <button
      type="button"
      className="link-button"
      title={t('show', { place: name })}
      {...(short === undefined ? {} : { 'aria-label': t('show', { place: name }) })}
      onClick={() => places.show(place)}
    >
      {short ?? name}
    </button>
  )
}
