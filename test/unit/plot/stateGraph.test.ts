/** The graph of states: what it promises about places, whatever the order of the file. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GraphEdge, type GraphState, layoutStates } from '../../../src/plot/stateGraph.ts'

const WIDTH = 328

/** States and steps of walks, as letters. */
function graphOf(...walks: readonly string[]) {
  const seen = new Map<string, number[]>()
  const steps = new Map<string, number>()
  for (const walk of walks) {
    ;[...walk].forEach((key, step) => {
      seen.set(key, [...(seen.get(key) ?? []), step])
      const next = walk[step + 1]
      if (next !== undefined) steps.set(key + next, (steps.get(key + next) ?? 0) + 1)
    })
  }
  const states: readonly GraphState[] = [...seen].map(([key, at]) => ({
    key,
    visits: at.length,
    meanStep: at.reduce((sum, step) => sum + step, 0) / at.length,
  }))
  const place = (key: string): number => states.findIndex((state) => state.key === key)
  const edges: readonly GraphEdge[] = [...steps].map(([pair, count]) => ({
    from: place(pair[0]),
    to: place(pair[1]),
    count,
  }))
  return { states, edges }
}

function placesOf(...walks: readonly string[]) {
  const { states, edges } = graphOf(...walks)
  const layout = layoutStates(states, edges, WIDTH)
  return new Map(states.map(({ key }, i) => [key, layout.states[i]]))
}

describe('graph of states', () => {
  it('goes down with the steps', () => {
    const places = placesOf('abcd')
    const ys = [...'abcd'].map((key) => places.get(key)?.y ?? Number.NaN)
    expect(ys).toEqual([...ys].sort((x, y) => x - y))
    expect(new Set(ys).size).toBe(4)
  })

  it('a rare step back goes up, and does not move the states', () => {
    const places = placesOf('abcd', 'abcd', 'abcbcd')
    expect(places.get('c')?.y).toBeGreaterThan(places.get('b')?.y ?? Number.NaN)
    expect(places.get('d')?.y).toBeGreaterThan(places.get('c')?.y ?? Number.NaN)
  })

  it('what is more often visited is larger', () => {
    const places = placesOf('ab', 'ac', 'ab')
    expect(places.get('a')?.r).toBeGreaterThan(places.get('c')?.r ?? Number.NaN)
  })

  const walks = fc.array(
    fc
      .array(fc.constantFrom(...'abcdefghijkl'), { minLength: 1, maxLength: 14 })
      .map((walk) => walk.join('')),
    { minLength: 1, maxLength: 8 },
  )

  it('keeps every state inside and apart from the others, circles or not', () => {
    fc.assert(
      fc.property(walks, (all) => {
        const places = [...placesOf(...all).values()]
        for (const one of places) {
          expect(one.x - one.r).toBeGreaterThan(0)
          expect(one.x + one.r).toBeLessThan(WIDTH)
          for (const other of places) {
            if (one === other) continue
            const distance = Math.hypot(one.x - other.x, one.y - other.y)
            expect(distance).toBeGreaterThan(one.r + other.r)
          }
        }
      }),
    )
  })

  it('does not depend on the order of the rollouts', () => {
    fc.assert(
      fc.property(walks, (all) => {
        const sorted = (graph: ReturnType<typeof placesOf>) =>
          [...graph].sort(([x], [y]) => (x < y ? -1 : 1))
        expect(sorted(placesOf(...[...all].reverse()))).toEqual(sorted(placesOf(...all)))
      }),
    )
  })

  it('breaks ties alike where sums of places differ in their last digit', () => {
    const walks = ['lfieleahka', 'fh', 'cald', 'djea']
    const sorted = (graph: ReturnType<typeof placesOf>) =>
      [...graph].sort(([x], [y]) => (x < y ? -1 : 1))
    expect(sorted(placesOf(...walks.toReversed()))).toEqual(sorted(placesOf(...walks)))
  })

  it('draws nothing for nothing', () => {
    expect(layoutStates([], [], WIDTH)).toMatchObject({ states: [], edges: [] })
  })
})
