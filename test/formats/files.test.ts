import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { FORMATS, recognise, registryOf } from '../../src/formats/registry.ts'
import { reportOf } from '../../src/formats/report.ts'
import { blob, bytesOf, FORMAT_FOLDERS, filesOf, inputsOf, setsOf } from './helpers.ts'

/** The report without the file's name, which the reader must not depend on. */
async function reportWithout(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const report = reportOf(await readTrace([{ name, data: blob(bytes) }], () => {}))
  return JSON.parse(JSON.stringify(report).replaceAll(name, 'NAME'))
}

for (const format of FORMAT_FOLDERS) {
  describe(format, () => {
    for (const file of filesOf(format)) {
      const folder = join(import.meta.dirname, format, 'expected')
      const expected = join(folder, `${file}.json`)
      // Write the expectation of a new file once, then check it by hand: UPDATE_EXPECTED=1 npx vitest …
      if (process.env.UPDATE_EXPECTED) mkdirSync(folder, { recursive: true })
      for (const name of [file, 'holiday.png', 'noextension']) {
        it(`reads ${file} under the name ${name}`, async () => {
          const report = await reportWithout(name, bytesOf(format, file))
          if (process.env.UPDATE_EXPECTED) {
            writeFileSync(expected, `${JSON.stringify(report, undefined, 1)}\n`)
          }
          expect(report).toEqual(JSON.parse(readFileSync(expected, 'utf8')))
          expect(report.files[0].format).toBe(format)
        })
      }
    }
    for (const set of setsOf(format)) {
      const folder = join(import.meta.dirname, format, 'expected')
      const expected = join(folder, `${set}.json`)
      const check = async (rename?: (name: string, i: number) => string) => {
        const inputs = inputsOf(format, set, rename)
        const report = JSON.stringify(reportOf(await readTrace(inputs, () => {})))
        const original = inputsOf(format, set)
        // Whatever the files are called, they are told by the names that they have in the set.
        const named = inputs.reduceRight((text, { name }, i) => {
          return text.replaceAll(name, original[i].name)
        }, report)
        return JSON.parse(named)
      }
      it(`reads the files of ${set} together, also under wrong names`, async () => {
        const report = await check()
        if (process.env.UPDATE_EXPECTED) {
          mkdirSync(folder, { recursive: true })
          writeFileSync(expected, `${JSON.stringify(report, undefined, 1)}\n`)
        }
        const want = JSON.parse(readFileSync(expected, 'utf8'))
        expect(report).toEqual(want)
        for (const file of report.files) expect(file.format).toBe(format)
        expect(await check((_, i) => `holiday${String(i).padStart(3, '0')}.png`)).toEqual(want)
      })
    }
  })
}

describe('registry', () => {
  it('has a folder with at least two files, or sets of them, for every format', () => {
    expect(new Set<string>(FORMAT_FOLDERS)).toEqual(new Set(FORMATS.keys()))
    for (const format of FORMAT_FOLDERS) {
      const all = filesOf(format).length + setsOf(format).length
      expect(all, format).toBeGreaterThanOrEqual(2)
    }
  })

  it('refuses two formats with one id', () => {
    const format = { id: 'x', label: 'x', sniff: () => 1, open: () => ({ file: async () => {} }) }
    expect(() => registryOf([format, format])).toThrow('registered as x')
  })

  it('recognises a format that only shows after twenty lines of another kind of line, or not', () => {
    const title = { type: 'summary', summary: 't', leafUuid: 'x' }
    const message = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: {} }
    const text = (records: readonly unknown[]) =>
      recognise({ kind: 'text', layout: 'lines', records })?.id
    expect(text([title, title, message])).toBe('claude-code')
    expect(text(Array.from({ length: 20 }, () => title))).toBe('claude-code')
    expect(text([{ hello: 1 }])).toBeUndefined()
  })
})
