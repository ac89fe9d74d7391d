/** A first mapping by names and kinds of columns, for the dialog. */
import type { ColumnKind, ColumnOutline, Mapping, Role, TableOutline } from '../../trace/mapping.ts'

interface Rule {
  readonly role: Role
  /** Tried in this order against the name in snake case. */
  readonly names: readonly RegExp[]
  /** Kinds where a row is a segment; where it is a token, lists are numbers. */
  readonly kinds: readonly ColumnKind[]
}

const KEY: readonly ColumnKind[] = ['text', 'number']
const LIST: readonly ColumnKind[] = ['numbers', 'bits']

/** In order of choice: a column has one role. */
const RULES: readonly Rule[] = [
  {
    role: 'cuts',
    names: [/^cu_seqlens$/, /offsets?$/, /^indices$/, /splits?$/, /^cuts?$/],
    kinds: LIST,
  },
  {
    role: 'mask',
    names: [/^(response|loss|action|completion|token_loss)_?mask$/, /^mask$/, /mask/],
    kinds: ['bits'],
  },
  {
    role: 'rollout_log_probs',
    names: [/^(rollout|behavio\w*|sampl\w*|generation|gen|inference|vllm|sglang)_.*(log_?p|lp)/],
    kinds: LIST,
  },
  { role: 'old_log_probs', names: [/^(old|prev)_.*(log_?p|lp)/], kinds: LIST },
  {
    role: 'log_probs',
    names: [
      /^log_?prob(s|abilities)?$/,
      /^(logp|logps|lps?)$/,
      /^(new|current|cur)?_?(token_)?log_?p/,
    ],
    kinds: LIST,
  },
  {
    role: 'values',
    names: [/^values?$/, /^(critic|vf?|value)(_|$)/, /^v_?pred/, /baseline/],
    kinds: LIST,
  },
  { role: 'advantages', names: [/^adv(antage)?s?$/, /adv/], kinds: LIST },
  {
    role: 'ids',
    names: [
      /^(response|output|completion)_(token_)?ids?$/,
      /^(token|input)_?ids$/,
      /^tokens$/,
      /(^|_)ids$/,
    ],
    kinds: ['numbers'],
  },
  {
    role: 'rollout',
    names: [
      /^(rollout|traj(ectory)?|episode|ep)(_?(id|uid|idx|index|key|no))?$/,
      /^(run|session|sample|request|conversation|example)(_?(id|uid|idx|index|key|no))?$/,
      /^u?u?id$/,
    ],
    kinds: KEY,
  },
  {
    role: 'order',
    names: [
      /^(segment|seg|chunk|part|window|branch)(_?(index|idx|id|no))?$/,
      /^inv_?iter/,
      /^(turn|step|order|index|idx|iter|iteration)(_?(index|idx|id|no))?$/,
    ],
    kinds: ['number'],
  },
  {
    role: 'group',
    names: [
      /^group(_?(id|idx|index|uid))?$/,
      /^(prompt|task|problem|question|instance|env)_?(id|idx|uid)$/,
    ],
    kinds: KEY,
  },
  {
    role: 'reward',
    names: [
      /^(terminal_|final_|total_)?rewards?$/,
      /^(rews?|score|outcome|r)$/,
      /^(return|acc|accuracy|correct|success|passed)$/,
    ],
    kinds: ['number', 'numbers', 'bits'],
  },
  {
    role: 'text',
    names: [
      /^(response|output|completion)(_?(text|tokens))?$/,
      /^(token_?)?texts?$/,
      /^tokens?$/,
      /^(content|answer|pieces)$/,
    ],
    kinds: ['texts', 'text'],
  },
]

const snake = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase()

/** Rows are tokens where no column holds lists but there are numbers beside a rollout or a position. */
function rowsOf({ container, columns, rows }: TableOutline): Mapping['rows'] {
  const lists = columns.some(
    ({ kind }) => kind === 'numbers' || kind === 'bits' || kind === 'texts',
  )
  if (lists || container === 'npz' || rows.length < 2) return 'segment'
  const perToken = columns.some(
    ({ name, kind }) =>
      kind === 'number' &&
      /^(position|token|pos|t|mask|\w*_mask|value|log_?prob)s?$/.test(snake(name)),
  )
  return perToken ? 'token' : 'segment'
}

export function guessMapping(outline: TableOutline): Mapping {
  const rows = rowsOf(outline)
  const free = new Set(outline.columns)
  const columns: Partial<Record<Role, string>> = {}
  for (const { role, names, kinds } of RULES) {
    if (role === 'cuts' && outline.container !== 'npz') continue
    const found = bestOf(free, names, kindsFor(role, kinds, outline, rows))
    if (!found) continue
    free.delete(found)
    columns[role] = found.name
  }
  // Zeros and ones of every token are a mask, whatever they are called; `free` has no rewards any more.
  const bits = [...free].filter(({ kind }) => kind === 'bits')
  const [only] = bits
  if (columns.mask === undefined && bits.length === 1 && outline.container !== 'npz') {
    columns.mask = only.name
  }
  const down = columns.order !== undefined && /inv/.test(snake(columns.order))
  return { columns, rows, order: down ? 'down' : 'up', reward: 'copied' }
}

function kindsFor(
  role: Role,
  kinds: readonly ColumnKind[],
  { container }: TableOutline,
  rows: Mapping['rows'],
): readonly ColumnKind[] {
  // An array of an npz is a list, whatever it stands for.
  if (container === 'npz')
    return role === 'mask' ? ['bits'] : [...kinds, 'numbers', 'bits', 'texts']
  if (rows === 'segment') return kinds
  const isText = role === 'text' || role === 'rollout' || role === 'group'
  return isText ? ['text', 'number'] : ['number']
}

function bestOf(
  free: ReadonlySet<ColumnOutline>,
  names: readonly RegExp[],
  kinds: readonly ColumnKind[],
): ColumnOutline | undefined {
  for (const pattern of names) {
    for (const column of free) {
      if (kinds.includes(column.kind) && pattern.test(snake(column.name))) return column
    }
  }
  return undefined
}

/** Columns that may play a role, by their kind. */
export function candidates(outline: TableOutline, role: Role): readonly ColumnOutline[] {
  return outline.columns.filter(({ kind }) => {
    if (kind === 'other') return false
    if (role === 'cuts') return outline.container === 'npz'
    return true
  })
}
