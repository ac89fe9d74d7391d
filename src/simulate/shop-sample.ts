/**
 * The fourth sample: attempts at buying in a web shop, whose pages are states that come back. One group
 * of mixed outcomes with rollouts that were cut, one where all are right, one of a single rollout.
 */
import type { CanonicalRow, TurnRow } from '../trace/rows.ts'
import { criticValues } from './critic.ts'
import { pieces } from './pieces.ts'
import { createRandom, type Random } from './random.ts'

/** What each page says and what the policy thinks and does on it. */
const PAGES = {
  home: [
    'Welcome to the shop. [Query] [Offers] [Account]',
    'I describe what I need in a few words. query("{task}")',
  ],
  results: [
    'Page 1 of 2, 14 hits. [A] steel, 1.7 l, dial, 34.90. [B] glass, 1.0 l, 29.90. [Next page]',
    'I compare the first hits with the task and open one. click("{next}")',
  ],
  'page 2': [
    'Page 2 of 2. [C] plastic, 1.5 l, 19.90. [D] steel, 0.8 l, 41.00. [Previous page]',
    'The other page has cheaper ones. I look at what is left. click("{next}")',
  ],
  'item A': [
    'A: steel, 1.7 l, with a dial. Colour: silver, black. Rating 4.6. [Options] [Add to cart] [Back]',
    'This one has the dial that was asked for. click("{next}")',
  ],
  'item B': [
    'B: glass, 1.0 l, on and off only. Rating 4.1. [Add to cart] [Back]',
    'It is cheaper, but is it what was asked for? click("{next}")',
  ],
  'item C': [
    'C: plastic, 1.5 l, on and off only. Rating 3.2. [Add to cart] [Back]',
    'The price is good, so I take it. click("{next}")',
  ],
  options: [
    'Options of A. Colour: silver (default), black. [Confirm] [Back]',
    'The task says black, so I set it before I add it. click("black"), click("{next}")',
  ],
  cart: [
    'Cart: one article. Delivery in two days. [Buy now] [Empty]',
    'One article, the price is within the limit. click("buy now")',
  ],
} as const

type Page = keyof typeof PAGES

interface Attempt {
  readonly path: readonly Page[]
  readonly reward: number
  /** Steps before which the context was condensed. */
  readonly cuts: readonly number[]
}

const attempt = (path: readonly Page[], reward: number, ...cuts: readonly number[]): Attempt => ({
  path,
  reward,
  cuts,
})

const GROUPS: readonly {
  readonly id: string
  readonly task: string
  readonly attempts: readonly Attempt[]
}[] = [
  {
    id: 'kettle',
    task: 'black kettle with a temperature dial, below 40',
    attempts: [
      attempt(['home', 'results', 'item A', 'options', 'cart'], 1),
      attempt(['home', 'results', 'item B', 'results', 'item A', 'options', 'cart'], 1, 2, 5),
      attempt(['home', 'results', 'item B', 'cart'], 0),
      attempt(['home', 'results', 'page 2', 'item C', 'cart'], 0),
      attempt(['home', 'results', 'item A', 'cart'], 0),
      attempt(['home', 'results', 'page 2', 'results', 'item A', 'options', 'cart'], 1, 4),
    ],
  },
  {
    id: 'glass-kettle',
    task: 'glass kettle',
    attempts: [
      attempt(['home', 'results', 'item B', 'cart'], 1),
      attempt(['home', 'results', 'item B', 'cart'], 1),
      attempt(['home', 'results', 'page 2', 'results', 'item B', 'cart'], 1),
      attempt(['home', 'results', 'item B', 'cart'], 1),
    ],
  },
  {
    id: 'any-kettle',
    task: 'any kettle below 20',
    attempts: [attempt(['home', 'results', 'page 2', 'item C', 'cart'], 1)],
  },
]

export function shopSample(): readonly CanonicalRow[] {
  const random = createRandom(31)
  return GROUPS.flatMap(({ id, task, attempts }) =>
    attempts.flatMap((one, i) => attemptRows(id, `${id}-${i}`, task, one, random)),
  )
}

/** One row per stretch between cuts; a later one opens with the page that the policy was on. */
function attemptRows(
  group: string,
  rollout: string,
  task: string,
  { path, reward, cuts }: Attempt,
  random: Random,
): readonly CanonicalRow[] {
  const bounds = [0, ...cuts, path.length]
  const shape = { prior: 0.5, final: reward === 1 ? 0.92 : 0.12, wobble: 0.03 }
  return bounds.slice(0, -1).map((first, segment) => {
    const tokens: string[] = []
    const mask: number[] = []
    const turns: TurnRow[] = []
    const values: number[] = []
    const add = (text: string, kind: TurnRow['kind'], step: number, state?: Page): void => {
      const parts = pieces(text)
      const start = tokens.length
      tokens.push(...parts)
      mask.push(...parts.map(() => (kind === 'action' ? 1 : 0)))
      const progress = step / path.length
      values.push(
        ...criticValues(shape, progress, progress + 0.5 / path.length, parts.length, random),
      )
      const declared = { start, end: tokens.length, kind }
      turns.push(state === undefined ? declared : { ...declared, tool: 'click', state_key: state })
    }
    const last = bounds[segment + 1] - 1
    const isLast = last === path.length - 1
    // The first page is part of the prompt.
    if (first > 0) add(PAGES[path[first]][0], 'skeleton', first)
    for (let step = first; step <= last; step++) {
      const next = path[step + 1]
      add(actionOn(path[step], next, task), 'action', step, path[step])
      if (next !== undefined && step < last) add(PAGES[next][0], 'observation', step + 0.5)
    }
    if (isLast) add(`Order placed. Score ${reward}.`, 'observation', path.length - 0.5)
    const prompt = `Buy for me: ${task}. ${PAGES.home[0]}`
    return {
      rollout_id: rollout,
      group_id: group,
      segment_index: segment,
      prompt_parts: [{ label: 'task', length: pieces(prompt).length, text: prompt }],
      response_mask: mask,
      response_tokens: tokens,
      turns,
      values,
      reward,
      ended: isLast ? 'terminated' : 'condensed',
      ...(isLast ? {} : { boundary: 'drop' as const }),
    }
  })
}

const actionOn = (page: Page, next: Page | undefined, task: string): string =>
  PAGES[page][1].replace('{task}', task).replace('{next}', next ?? 'buy now')
