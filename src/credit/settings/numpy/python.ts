/** Python literals, and what every snippet shares: reading the rows, writing the answer. */
import type { Settings } from '../settings.ts'

/** Lines of Python; an indented block is written with its indentation. */
export type Lines = readonly string[]

/** `when` decides whether a piece is needed. */
export const when = (needed: boolean, ...lines: string[]): Lines => (needed ? lines : [])

export function number(x: number): string {
  if (Number.isFinite(x)) return String(x)
  return Number.isNaN(x) ? 'np.nan' : `${x < 0 ? '-' : ''}np.inf`
}

/** JSON's escapes are Python's too. */
export const text = (x: string): string => JSON.stringify(x)

/** One assignment for all parameters: `gamma, lam = 1, 0.95`. */
export function parameters(named: readonly (readonly [name: string, value: number])[]): Lines {
  if (named.length === 0) return []
  const names = named.map(([name]) => name).join(', ')
  return [`${names} = ${named.map(([, value]) => number(value)).join(', ')}`]
}

export interface Needs {
  /** `outcome(R)`. */
  readonly outcome: boolean
  /** `row`: the row of every position. */
  readonly row: boolean
  /** `groups`: lists of rollouts. */
  readonly groups: boolean
}

/** Rows, positions, rollouts; everything else stands on these names. */
export const reading = (settings: Settings, needs: Needs): Lines => [
  'rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8") if line.strip()]',
  'size = [len(r["response_mask"]) for r in rows]',
  'start = np.cumsum([0] + size)  # of every row among the positions of the batch',
  'mask = np.concatenate([r["response_mask"] for r in rows]) == 1  # action tokens',
  ...when(needs.row, 'row = np.repeat(np.arange(len(rows)), size)  # the row of every position'),
  'rollouts = {str(r["rollout_id"]): [] for r in rows}  # id -> numbers of its rows, in time order',
  'for i in sorted(range(len(rows)), key=lambda i: rows[i].get("segment_index") or 0):',
  '    rollouts[str(rows[i]["rollout_id"])].append(i)',
  ...(needs.groups ? GROUPS : []),
  ...(needs.outcome ? outcome(settings) : []),
]

const GROUPS: Lines = [
  'groups = {}  # prompt -> its rollouts; without a group_id a rollout is a group of its own',
  'for name, R in rollouts.items():',
  '    ids = [str(rows[i]["group_id"]) for i in R if rows[i].get("group_id") is not None]',
  '    groups.setdefault(ids[0] if ids else (name,), []).append(R)',
]

/** `rew`: rewards per token as given, 0 where a row has none. */
export const REWARDS =
  'rew = 1.0 * np.concatenate([r.get("rewards") or [0.0] * n for r, n in zip(rows, size)])'

function outcome({ outcomes }: Settings): Lines {
  const typed = Object.keys(outcomes.byRollout).length > 0
  const rest = outcomes.all === undefined ? 'np.nan' : number(outcomes.all)
  const absent = typed ? `typed.get(str(rows[R[0]]["rollout_id"]), ${rest})` : rest
  return [
    '',
    ...when(typed, `typed = {${typedOutcomes(outcomes.byRollout)}}  # outcomes typed in Segue`),
    `def outcome(R):  # of a whole rollout: "reward", else the sum of "rewards", else ${
      typed || outcomes.all !== undefined ? 'what was typed in Segue' : 'not known'
    }`,
    '    given = [rows[i]["reward"] for i in R if rows[i].get("reward") is not None]',
    '    dense = [rows[i]["rewards"] for i in R if rows[i].get("rewards") is not None]',
    `    return given[0] if given else sum(map(sum, dense)) if dense else ${absent}`,
  ]
}

const typedOutcomes = (byRollout: Readonly<Record<string, number>>): string =>
  Object.entries(byRollout)
    .map(([id, value]) => `${text(id)}: ${number(value)}`)
    .join(', ')

/** One list per row, in the file's order. */
export const writing = (returns: string | undefined): Lines => [
  'rows_of = lambda x: [part.tolist() for part in np.split(x, start[1:-1])]',
  `print(json.dumps({"advantages": rows_of(A)${
    returns === undefined ? '' : `, "returns": rows_of(${returns})`
  }}))`,
]
