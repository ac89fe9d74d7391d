/** A mapping of columns in a link: `map=1&map.rollout=traj&map.mask=is_model&map.order=step`. */
import { type Mapping, ROLES, type Role } from '../trace/mapping.ts'
import type { Entries, Entry } from './entries.ts'

/** Of the mapping, not of the link: roles may come to mean something else. */
const VERSION = '1'
/** Longer names are none that a person mapped. */
const LONGEST = 400

/** Parts that are no columns, with their default first. */
const PARTS = {
  rows: ['segment', 'token'],
  direction: ['up', 'down'],
  rewards: ['copied', 'summed'],
} as const

export function writeMapping({ columns, rows, order, reward }: Mapping): readonly Entry[] {
  const parts = { rows, direction: order, rewards: reward }
  return [
    ['map', VERSION],
    ...ROLES.flatMap((role): readonly Entry[] => {
      const name = columns[role]
      return name === undefined ? [] : [[`map.${role}`, name]]
    }),
    ...Object.entries(parts).flatMap(([name, value]): readonly Entry[] =>
      value === PARTS[name as keyof typeof PARTS][0] ? [] : [[`map.${name}`, value]],
    ),
  ]
}

export function readMapping(entries: Entries): Mapping | undefined {
  const version = entries.get('map')
  if (version === undefined) return undefined
  if (version !== VERSION) {
    entries.wrong('map', `a mapping of columns of version ${VERSION}`)
    return undefined
  }
  const columns: Partial<Record<Role, string>> = {}
  for (const [name, column] of entries.under('map.')) {
    if (name in PARTS) continue
    const role = ROLES.find((known) => known === name)
    if (!role) entries.wrong(`map.${name}`, `the column of a role (${ROLES.join(', ')})`)
    else if (column.length > LONGEST) entries.wrong(`map.${name}`, 'the name of a column')
    else columns[role] = column
  }
  const part = <K extends keyof typeof PARTS>(name: K): (typeof PARTS)[K][number] => {
    const text = entries.get(`map.${name}`)
    const choices: readonly (typeof PARTS)[K][number][] = PARTS[name]
    const found = choices.find((choice) => choice === text)
    if (text !== undefined && found === undefined) {
      entries.wrong(`map.${name}`, choices.join(' or '))
    }
    return found ?? choices[0]
  }
  return { columns, rows: part('rows'), order: part('direction'), reward: part('rewards') }
}
