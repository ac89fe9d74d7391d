/** The first sample: a 12-turn search rollout, condensed after turns 3 and 7, reward 1 at its end. */
import type { CanonicalRow, PromptPartRow, TurnRow } from '../trace/rows.ts'
import { criticValues } from './critic.ts'
import { pieces } from './pieces.ts'
import { createRandom } from './random.ts'

const SYSTEM =
  'You are a research agent. Use search(query) and open(url). The context is condensed when it is full: only the latest tool result is kept. Answer with a name and a year, and give the page you took them from.'
const QUESTION =
  'Which lighthouse keeper kept the earliest surviving weather log on the Farne Islands, and in which year does the log begin?'

/** Action and tool result of each turn. */
const TURNS: readonly (readonly [string, string])[] = [
  [
    'The question names the Farne Islands. I start with the lighthouses there and the people who kept them. search("Farne Islands lighthouse keepers history")',
    'Results: 1. Farne Lighthouse, built 1811, keepers list incomplete. 2. Longstone Lighthouse, built 1826, first keeper William Darling. 3. Old coal beacons on Inner Farne, tended from 1673, records lost. 4. Northern lighthouse journals, a catalogue of log books held by county archives.',
  ],
  [
    'Two lights and a beacon. The log books matter more than the keepers, so I look at the catalogue of journals first. open("northern-lighthouse-journals")',
    'Page: Northern lighthouse journals. Logs survive for Longstone (three volumes), Farne (one volume, water damaged) and Coquet Island (seven volumes). Weather columns appear in the Longstone and Coquet volumes. Dates are given in the archive record, not here.',
  ],
  [
    'Longstone has weather columns. I need the archive record for its three volumes. search("Longstone lighthouse log volume archive record weather")',
    'Results: 1. Archive record NRO 2816, Longstone log, volumes 1 to 3, keeper W. Darling, with barometer and wind. 2. Grace Darling museum, object list. 3. A note on early meteorological registers in the north east, 1794 to 1850.',
  ],
  [
    'The record has a number. I open it to read the first date of volume 1. open("NRO 2816")',
    'Page: NRO 2816. Volume 1 lacks its first leaves. First legible entry 4 March 1828, wind SW, glass 29.6. Keeper named on the cover: Wm Darling. An earlier register is mentioned on the inside board: "continued from the Brownsman book".',
  ],
  [
    'There is an earlier book. Brownsman is where the light stood before Longstone. search("Brownsman light register book Darling before 1826")',
    'Results: 1. Brownsman Island, light moved to Longstone in 1826. 2. Robert Darling, keeper at Brownsman from 1795, grandfather of Grace. 3. A family paper collection deposited in 1931 with a register of winds.',
  ],
  [
    'A register of winds in a family collection may be the Brownsman book. open("Darling family papers 1931 deposit")',
    'Page: Darling family papers. Item 7, register of winds and weather kept at the Brownsman light, begun by Robert Darling, hand changes in 1815. Covers: see item description. Item 8, letters. Item 9, receipts for oil.',
  ],
  [
    'Robert Darling began it. The item description should give the first year. open("Darling family papers item 7 description")',
    'Page: Item 7. Small quarto, 112 leaves. The first dated entry is 1 January 1802; leaves before it are blank. Entries twice daily, wind, sky, sea. The keeper signs each month R. Darling until October 1815, then W. Darling.',
  ],
  [
    'That gives 1802 and Robert Darling. I check whether anything older survives for Inner Farne. search("Inner Farne coal beacon weather log eighteenth century")',
    'Results: 1. Inner Farne beacon, no written records before the tower of 1811. 2. Blackett family estate accounts mention coal deliveries only. 3. A travel diary of 1776 describes a storm seen from the beacon.',
  ],
  [
    'No keeper log there; the diary is by a traveller. I check the note on early registers, which starts in 1794. open("early meteorological registers north east")',
    'Page: The 1794 register was kept by a surgeon in Alnwick, not on the islands. For the Farne Islands the note lists one register only: Brownsman light, from 1802, private collection, "the earliest known from the islands".',
  ],
  [
    'The note agrees with item 7. One more check: is the hand of 1802 really Robert and not his son? search("Robert Darling Brownsman register handwriting 1802")',
    'Results: 1. A comparison of hands in the Darling register: the entries of 1802 to 1815 are by Robert Darling, those after by William. 2. Genealogy of the Darling family. 3. Object list of the museum, item on loan.',
  ],
  [
    'The hands were compared, so the keeper is certain. I make sure that the loaned item is the same book. open("museum object list item on loan")',
    'Page: Item on loan: register of winds, Brownsman light, 1802 to 1819, lent by the county archive (Darling papers, item 7). Shown in case 4 with the page of January 1802.',
  ],
  [
    'Everything agrees. finish("Robert Darling, keeper of the Brownsman light; the log begins in 1802 (Darling family papers, item 7)")',
    'Submitted. Grader: name correct, year correct, source named. Score 1.',
  ],
]

/** Turns [first, last] of each segment; a segment after the first opens with the kept tool result before it. */
const SEGMENTS: readonly (readonly [number, number])[] = [
  [0, 2],
  [3, 6],
  [7, 11],
]

export function searchSample(): readonly CanonicalRow[] {
  const random = createRandom(12)
  const prompt: readonly PromptPartRow[] = [
    { label: 'sys', length: pieces(SYSTEM).length, text: SYSTEM },
    { label: 'user_q', length: pieces(QUESTION).length, text: QUESTION },
  ]
  return SEGMENTS.map(([first, last], segment) => {
    const tokens: string[] = []
    const mask: number[] = []
    const turns: TurnRow[] = []
    const values: number[] = []
    const add = (text: string, kind: TurnRow['kind'], turn: number, progress: number): void => {
      const parts = pieces(text)
      const shape = { prior: 0.34, final: 0.93, wobble: 0.035 }
      const start = tokens.length
      tokens.push(...parts)
      mask.push(...parts.map(() => (kind === 'action' ? 1 : 0)))
      values.push(...criticValues(shape, progress, progress + 0.5 / 12, parts.length, random))
      const tool = kind === 'action' ? { tool: toolOf(text), state_key: `turn-${turn + 1}` } : {}
      turns.push({ start, end: tokens.length, kind, ...tool })
    }
    if (first > 0) add(TURNS[first - 1][1], 'skeleton', first - 1, (first - 0.5) / 12)
    for (let turn = first; turn <= last; turn++) {
      add(TURNS[turn][0], 'action', turn, turn / 12)
      add(TURNS[turn][1], 'observation', turn, (turn + 0.5) / 12)
    }
    return {
      rollout_id: 'search-12',
      group_id: 'farne-log',
      segment_index: segment,
      prompt_parts: prompt,
      response_mask: mask,
      response_tokens: tokens,
      turns,
      values,
      reward: 1,
      ended: segment < SEGMENTS.length - 1 ? 'condensed' : 'terminated',
      ...(segment < SEGMENTS.length - 1 ? { boundary: 'drop' as const } : {}),
    }
  })
}

const toolOf = (text: string): string => /(search|open|finish)\(/.exec(text)?.[1] ?? 'none'
