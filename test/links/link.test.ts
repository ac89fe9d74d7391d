import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DOCUMENT } from '../../src/store/document.ts'
import { decodeLink, encodeLink } from '../../src/store/link.ts'
import { FIRST_LINK, isFirst } from '../../src/store/links.ts'
import { processorTime } from '../support/processor.ts'
import { anyDocument, oneChange } from './document.arbitrary.ts'

const read = (hash: string) => {
  const link = decodeLink(hash)
  if (link.kind !== 'ok') throw new Error(`${hash.slice(0, 80)} is ${JSON.stringify(link)}`)
  return link
}

describe('links of version 1 stay readable', () => {
  const folder = new URL('./v1/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  it('has fixtures', () => expect(names.length).toBeGreaterThan(4))
  it.each(names)('%s', (name) => {
    const link = readFileSync(new URL(name, folder), 'utf8').trim()
    const expected = JSON.parse(
      readFileSync(new URL(name.replace('.txt', '.json'), folder), 'utf8'),
    )
    const { document, details } = read(link)
    // What a fixture does not name came later: an older link means its default.
    const { ratio, strip } = DEFAULT_DOCUMENT
    const aggregate = { ...DEFAULT_DOCUMENT.aggregate, ...expected.aggregate }
    const want = { ratio, strip, ...expected, aggregate }
    expect(JSON.parse(JSON.stringify(document))).toEqual(want)
    expect(details.count).toBe(0)
  })
})

describe('round trip', () => {
  it('gives back every document, numbers bit for bit', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { document: back, details } = read(encodeLink(document))
        expect(back).toEqual(document)
        expect(details.count).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  it('carries each property by itself', () => {
    fc.assert(
      fc.property(oneChange, (document) => {
        expect(read(encodeLink(document)).document).toEqual(document)
      }),
      { numRuns: 300 },
    )
  })

  it('survives what chat programs and URLSearchParams do to a hash', () => {
    const document = { ...DEFAULT_DOCUMENT, rollout: 'a b+c&d=e%', language: 'zh' as const }
    const link = encodeLink(document)
    const again = `#${new URLSearchParams(link.slice(1)).toString()}`
    expect(read(again).document).toEqual(document)
    expect(read(`https://example.org/segue/?engine=cpu${link}`).document).toEqual(document)
  })
})

describe('what stands in a link', () => {
  it('is the version and the sample, and only what is not the default', () => {
    expect(encodeLink(DEFAULT_DOCUMENT)).toBe('#v=1&sample=search')
    // What stands in the address before the codec is loaded.
    expect([FIRST_LINK, isFirst(DEFAULT_DOCUMENT)]).toEqual(['#v=1&sample=search', true])
    expect(isFirst({ ...DEFAULT_DOCUMENT, gamma: 0.5 })).toBe(false)
    const document = {
      ...DEFAULT_DOCUMENT,
      b: { estimator: 'cross-segment-gae', options: { order: 'literal', carry: 'full' } },
      lambda: 0.95,
      lambdaCritic: undefined,
      range: { from: 120, to: 480 },
    }
    expect(encodeLink(document)).toBe(
      '#v=1&sample=search&b=cross-segment-gae&b.order=literal&lambda=0.95&lambdaCritic=same&range=120-480',
    )
  })

  it('has the payload last', () => {
    const document = { ...DEFAULT_DOCUMENT, source: { kind: 'file', name: 'x.jsonl' } } as const
    expect(encodeLink({ ...document, gamma: 0.5 }, 'AbC')).toBe('#v=1&gamma=0.5&d=AbC')
    expect(encodeLink(document)).toBe('#v=1&file=x.jsonl')
  })

  it('says which file is missing', () => {
    expect(decodeLink('#v=1&file=run%207.jsonl&gamma=0.5')).toMatchObject({
      kind: 'ok',
      needsFile: 'run 7.jsonl',
      document: { gamma: 0.5 },
    })
  })
})

describe('links that are not as they should be', () => {
  it.each(['', '#', '#main', 'https://example.org/segue/', '#/reset'])('%j is no link', (hash) => {
    expect(decodeLink(hash)).toEqual({ kind: 'empty' })
  })

  it.each(['2', '17', '999999'])('version %s is newer', (version) => {
    expect(decodeLink(`#v=${version}&sample=search`)).toEqual({ kind: 'newer', version })
  })

  it.each([
    '#gamma=1',
    '#v=&gamma=1',
    '#v=0',
    '#v=1.5',
    '#v=-1',
    '#v=one',
    '#v=1&d=a*b',
    '#v=1&d=',
    '#%E0%A4%A',
  ])('%s is broken', (hash) => expect(decodeLink(hash)).toMatchObject({ kind: 'broken' }))

  it('takes the default for a wrong value, says so, and reads the rest', () => {
    const { document, details } = read(
      '#v=1&gamma=1e999&lambda=2&epsHigh=NaN&a=no-such&b=grpo&b.std=best&b.eps=-1&token=1&range=9-3' +
        '&order=random&lang=xx&values=guess&outcome=many&outcome.r1=0.5&lambdaCritic=0.25&theme=dark' +
        '&ratio=guess&ratio.dualClip=no&against=dis&against.epsHigh=11&drift=3&aggregate=none&aggregate.lMax=0',
    )
    expect(document).toEqual({
      ...DEFAULT_DOCUMENT,
      b: { estimator: 'grpo', options: {} },
      lambdaCritic: 0.25,
      outcomes: { byRollout: { r1: 0.5 } },
      theme: 'dark',
      against: { rule: 'dis', options: {} },
    })
    const keys = details.first.map((detail) => detail.slice(0, detail.indexOf(':')))
    expect(keys.sort()).toEqual(
      [
        'a',
        'against.epsHigh',
        'aggregate',
        'aggregate.lMax',
        'b.eps',
        'b.std',
        'drift',
        'epsHigh',
        'gamma',
        'lambda',
        'lang',
        'order',
        'outcome',
        'range',
        'ratio',
        'ratio.dualClip',
        'token',
        'values',
      ].sort(),
    )
  })

  it('ignores unknown keys one by one, and names them', () => {
    const { document, details } = read('#v=1&utm_source=chat&gamma=0.5&b.future=1&&=&x')
    expect(document).toEqual({ ...DEFAULT_DOCUMENT, gamma: 0.5 })
    expect(details.first).toEqual([
      'Not known in this version: utm_source.',
      'Not known in this version: b.future.',
    ])
    const slips = read('#v=1&gama=0.9&b.whitening=batch&outcomes=1&Lambda=1&zz=1')
    expect(slips.document).toEqual(DEFAULT_DOCUMENT)
    expect(slips.details.first).toEqual([
      'Not known in this version: gama — did you mean gamma?',
      'Not known in this version: b.whitening — did you mean b.whiten?',
      'Not known in this version: outcomes — did you mean outcome?',
      'Not known in this version: Lambda — did you mean lambda?',
      'Not known in this version: zz.',
    ])
  })

  it('names parts that nothing reads: without their key, or of another estimator or rule', () => {
    expect(
      read('#v=1&conventions.estimator=grpo&drift.seed=3&ratio.level=token&against.cap=2').details
        .first,
    ).toEqual([
      'conventions.estimator has no effect without conventions and was left out.',
      'drift.seed has no effect without drift and was left out.',
      'ratio.level has no effect without ratio and was left out.',
      'against.cap has no effect without against and was left out.',
    ])
    expect(read('#v=1&b=rloo&b.std=sample&values=zero&values.seed=3').details.first).toEqual([
      'b.std is no option of b=rloo and was left out.',
      'values.seed is no option of values=zero and was left out.',
    ])
    // What the wrong value of its key already says is not said again.
    expect(read('#v=1&ratio=guess&ratio.level=token').details.count).toBe(1)
  })

  it('reads the word that switches a bound off', () => {
    const { document, details } = read('#v=1&ratio=ppo-clip&ratio.dualClip=off')
    expect([document, details.count]).toEqual([DEFAULT_DOCUMENT, 0])
    const { details: wrong } = read('#v=1&ratio.dualClip=none')
    expect(wrong.first).toEqual([
      'ratio.dualClip: “none” is not a number from 0 to 10, or off; the default is used.',
    ])
    expect(read('#v=1&epsLow=off').details.count).toBe(1)
  })

  it('takes the first of two equal keys and says so, once per key', () => {
    const { document, details } = read('#v=1&gamma=0.5&gamma=0.25&gamma=0.75&v=2')
    expect(document.gamma).toBe(0.5)
    expect(details).toEqual({
      first: [
        'gamma stands in it more than once; the first value is used.',
        'v stands in it more than once; the first value is used.',
      ],
      count: 2,
    })
  })

  it('is not led astray by names of object properties', () => {
    const { document } = read(
      '#v=1&a.__proto__=1&a.constructor=x&__proto__=1&outcome.__proto__=0.5&rollout=__proto__',
    )
    expect(document.a).toEqual(DEFAULT_DOCUMENT.a)
    expect(Object.keys(document.outcomes.byRollout)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(document.outcomes.byRollout)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('survives a wrong percent-encoding', () => {
    const { document, details } = read('#v=1&rollout=%E4%BD&gamma=0.5')
    expect(document).toMatchObject({ rollout: undefined, gamma: 0.5 })
    expect(details.count).toBe(1)
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (noise) => {
        decodeLink(noise)
        decodeLink(`#v=1&${noise}`)
        decodeLink(`#v=1&gamma=${noise}&b.${noise}=1&d=${noise}`)
      }),
      { numRuns: 500 },
    )
  })

  it('counts 100,000 wrong parts without keeping them', () => {
    const parts = Array.from({ length: 100_000 }, (_, k) => `&outcome.${k}=x`).join('')
    const { details, document } = read(`#v=1${parts}`)
    expect(processorTime(1000, () => read(`#v=1${parts}`))).toBeLessThan(1000)
    expect(details.count).toBe(100_000)
    expect(details.first.length).toBeLessThan(50)
    expect(document.outcomes).toEqual({ byRollout: {} })
  })

  it('reads a megabyte of rubbish in well under a second and keeps what it says short', () => {
    const long = 'x'.repeat(1_000_000)
    const rubbish = `#v=1&gamma=${long}&b.${long}=1&lambda=${'9'.repeat(1_000_000)}`
    expect(processorTime(1000, () => read(rubbish))).toBeLessThan(1000)
    const { details } = read(rubbish)
    expect(details.first.join('').length).toBeLessThan(400)
    expect(decodeLink(`#v=1&rollout=${long.repeat(5)}`)).toMatchObject({ kind: 'broken' })
  })
})
