/** The node tree of a verifiers trace → segments: one per root-to-leaf path (PrimeIntellect @a60a606e; links @00eee6c6). */
import type { CanonicalRow } from '../trace/rows.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { cutLabel } from './cut-labels.ts'
import { type Message, messageColumns, messageOf } from './messages.ts'
import { compareTokens } from './prefix-rule.ts'

interface Node {
  readonly parent: number | undefined
  readonly sampled: boolean
  readonly message: Message | undefined
  readonly ids: readonly number[]
  /** One entry per token. */
  readonly mask: readonly number[]
  readonly logProbs: readonly number[] | undefined
  readonly advantages: readonly number[] | undefined
  readonly links: readonly Link[]
}

/** What a harness says of two calls: this node's call was made by, or fed with, `node`. */
interface Link {
  readonly node: number
  readonly type: string
}

export type Columns = Omit<CanonicalRow, 'rollout_id'>

export interface PathSegment {
  readonly columns: Columns
  /** Sampled nodes that train in this segment. */
  readonly calls: number
}

export type PathsResult =
  | { readonly segments: readonly PathSegment[]; readonly approximate: boolean }
  | { readonly fault: string; readonly field: string }

/** Segments of a trace in order of their leaves; a sampled node trains in the first one only. */
export function pathSegments(raw: readonly unknown[]): PathsResult {
  const nodes: Node[] = []
  for (const [k, item] of raw.entries()) {
    const node = nodeOf(item, k)
    if (typeof node === 'string') return { fault: node, field: 'nodes' }
    nodes.push(node)
  }
  const inner = new Set(nodes.map((node) => node.parent))
  const trained = new Set<number>()
  const unused = unusedCompactions(nodes)
  const kept = new Set<number>()
  for (let leaf = 0; leaf < nodes.length; leaf++) {
    if (inner.has(leaf) || unused.has(leaf)) continue
    let at: number | undefined = leaf
    for (; at !== undefined && !kept.has(at); at = nodes[at].parent) kept.add(at)
  }
  const approximate = nodes.every((node) => node.ids.length === 0)
  const segments: (PathSegment & Context)[] = []
  for (let leaf = 0; leaf < nodes.length; leaf++) {
    if (inner.has(leaf)) continue
    const path = pathTo(leaf, nodes)
    const free = (k: number) => !trained.has(k) && !(unused.has(leaf) && kept.has(k))
    const fresh = path.filter((k) => nodes[k].sampled && free(k))
    // A path on which nothing was sampled is no training sample.
    if (fresh.length === 0) continue
    const trains = new Set(fresh)
    const context = { path, ...tokensOf(path.map((k) => nodes[k])) }
    const former = segments.at(-1)
    const cut = former && compareTokens(former.ids, context.ids, former.joints)
    const label = cut?.kind === 'cut' ? cutLabel(cut.reason) : undefined
    const boundary =
      linkedBoundary(fresh, nodes, former) ?? (cut?.kind === 'cut' ? cut.boundary : undefined)
    if (former && boundary) {
      const columns = { ...former.columns, boundary }
      segments[segments.length - 1] = { ...former, columns }
    }
    const columns = approximate
      ? textColumns(path, nodes, trains, label)
      : tokenColumns(path, nodes, trains, label)
    for (const k of fresh) trained.add(k)
    const flags = unused.has(leaf) ? ['drop'] : undefined
    segments.push({ columns: { ...columns, flags }, calls: fresh.length, ...context })
  }
  return { segments, approximate }
}

interface Context {
  readonly path: readonly number[]
  readonly ids: readonly number[]
  readonly joints: readonly number[]
}

function pathTo(leaf: number, nodes: readonly Node[]): readonly number[] {
  const path: number[] = []
  for (let at: number | undefined = leaf; at !== undefined; at = nodes[at].parent) path.push(at)
  return path.reverse()
}

/** Compactions that no later call took up: what they end is no training sample. */
function unusedCompactions(nodes: readonly Node[]): ReadonlySet<number> {
  const taken = new Set<number>()
  for (const { links } of nodes) {
    for (const { node, type } of links) if (type === 'compaction') taken.add(node)
  }
  const tried = ({ links }: Node) => links.some(({ type }) => type === 'compaction_attempt')
  return new Set(nodes.flatMap((node, k) => (tried(node) && !taken.has(k) ? [k] : [])))
}

/** What the links of a segment's own calls say of the context that it starts with. */
function linkedBoundary(
  fresh: readonly number[],
  nodes: readonly Node[],
  former: Context | undefined,
): 'summary' | 'subagent' | undefined {
  if (!former) return undefined
  const [first] = fresh
  const to = (type: string, node?: (k: number) => boolean) =>
    nodes[first].links.some((link) => link.type === type && (node?.(link.node) ?? true))
  if (to('compaction', (k) => former.path.includes(k))) return 'summary'
  return to('subagent_call') ? 'subagent' : undefined
}

/** A node, or what is wrong with it. Parents stand before their children, so that paths end. */
function nodeOf(raw: unknown, k: number): Node | string {
  if (!isObject(raw)) return `\`nodes\`[${k}] is no object.`
  const { parent, token_ids, mask, sampled } = raw
  const root = parent === undefined || parent === null
  if (!root && !(Number.isInteger(parent) && (parent as number) >= 0 && (parent as number) < k)) {
    return `\`nodes\`[${k}] has parent ${String(parent)}; a node before it is needed.`
  }
  const ids = numbersOf(token_ids) ?? []
  const bits = Array.isArray(mask) ? mask.map(Number) : ids.map(() => (sampled === true ? 1 : 0))
  if (bits.length !== ids.length) {
    return `\`nodes\`[${k}] has ${ids.length} token_ids but ${bits.length} mask entries.`
  }
  const count = bits.reduce((sum, bit) => sum + bit, 0)
  const spread = (name: string) => spreadOver(numbersOf(raw[name]), bits, count)
  const logProbs = spread('logprobs')
  const advantages = spread('advantages')
  if (logProbs === 'bad' || advantages === 'bad') {
    return (
      `\`nodes\`[${k}]: logprobs and advantages have one entry per sampled token (${count}); ` +
      'another number stands there.'
    )
  }
  const message = messageOf(raw.message)
  const own = root ? undefined : (parent as number)
  const links = linksOf(raw.semantic_parents)
  const columns = { ids, mask: bits, logProbs, advantages }
  return { parent: own, sampled: sampled === true, message, links, ...columns }
}

function linksOf(raw: unknown): readonly Link[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((link: unknown) => {
    if (!isObject(link)) return []
    const { node, type } = link
    return typeof node === 'number' && typeof type === 'string' ? [{ node, type }] : []
  })
}

/** Compact lists hold one number per mask-1 token; dense ones are taken as they are. */
function spreadOver(
  list: readonly number[] | undefined,
  mask: readonly number[],
  count: number,
): readonly number[] | undefined | 'bad' {
  if (!list || list.length === 0) return count === 0 ? mask.map(() => 0) : undefined
  if (list.length === count) {
    let next = 0
    return mask.map((bit) => (bit ? list[next++] : 0))
  }
  return list.length === mask.length ? list : 'bad'
}

const numbersOf = (x: unknown): readonly number[] | undefined =>
  Array.isArray(x) ? (x as readonly number[]) : undefined

/** All tokens of a path, and where its sampled nodes begin and end. */
function tokensOf(path: readonly Node[]) {
  const ids: number[] = []
  const joints: number[] = []
  for (const node of path) {
    if (node.sampled) joints.push(ids.length)
    for (const id of node.ids) ids.push(id)
    if (node.sampled) joints.push(ids.length)
  }
  return { ids, joints }
}

function tokenColumns(
  path: readonly number[],
  nodes: readonly Node[],
  trains: ReadonlySet<number>,
  label: string | undefined,
): Columns {
  const ids: number[] = []
  const mask: number[] = []
  const logProbs: number[] = []
  const advantages: number[] = []
  for (const k of path) {
    const node = nodes[k]
    for (const [t, id] of node.ids.entries()) {
      ids.push(id)
      mask.push(trains.has(k) ? node.mask[t] : 0)
      logProbs.push(node.logProbs?.[t] ?? 0)
      advantages.push(node.advantages?.[t] ?? 0)
    }
  }
  const all = (name: 'logProbs' | 'advantages') => [...trains].every((k) => nodes[k][name])
  const first = mask.indexOf(1)
  const start = first < 0 ? ids.length : first
  return {
    response_ids: ids.slice(start),
    response_mask: mask.slice(start),
    ...(all('logProbs') && { rollout_log_probs: logProbs.slice(start) }),
    ...(all('advantages') && { advantages: advantages.slice(start) }),
    ...(label ? { prompt_parts: [{ label, length: start }] } : { prompt_length: start }),
  }
}

function textColumns(
  path: readonly number[],
  nodes: readonly Node[],
  trains: ReadonlySet<number>,
  label: string | undefined,
): Columns {
  const messages: Message[] = []
  let prompt: number | undefined
  for (const k of path) {
    const { message, sampled } = nodes[k]
    if (trains.has(k)) prompt ??= messages.length
    if (!message) continue
    const role = sampled ? 'assistant' : message.role
    messages.push({ ...message, role: trains.has(k) || !sampled ? role : 'assistant (copied)' })
  }
  const { calls: _, ...columns } = messageColumns(messages, { prompt, label })
  return columns
}

/** `{id, name}` or a plain id. */
export function idOf(x: unknown): string | undefined {
  if (isObject(x)) return idOf((x as JsonObject).id)
  if (typeof x === 'string' && x !== '') return x
  return typeof x === 'number' && Number.isInteger(x) ? String(x) : undefined
}
