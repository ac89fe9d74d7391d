/** Every rule finds a planted breach, and leaves the nearest allowed thing alone. */
import { describe, expect, it } from 'vitest'
import {
  circularImports,
  committedText,
  describeBreach,
  fileLength,
  globalHomes,
  LINE_LIMIT,
  layerOrder,
  packageHomes,
  type Rule,
  safeOutput,
} from './rules.ts'
import { codeOnly, importsOf, resolveImport } from './source.ts'

const found = (rule: Rule, files: Record<string, string>): readonly string[] =>
  rule(new Map(Object.entries(files))).map(describeBreach)

describe('reading imports', () => {
  it('sees static, dynamic, type, re-exported and worker modules, with their lines', () => {
    const source = [
      "import a from './a.ts'",
      'import {',
      '  type B,',
      "} from './b.ts'",
      "import type { C } from './c.ts'",
      "export { d } from './d.ts'",
      "import './e.css'",
      "const f = await import('./f.ts')",
      "new Worker(new URL('./g.ts', import.meta.url), { type: 'module' })",
      "// import h from './h.ts'",
      "import { type I, i } from './i.ts'",
    ].join('\n')
    expect(
      importsOf(source).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line]),
    ).toEqual([
      ['./a.ts', false, 1],
      ['./b.ts', true, 2],
      ['./c.ts', true, 5],
      ['./d.ts', false, 6],
      ['./e.css', false, 7],
      ['./i.ts', false, 11],
      ['./f.ts', false, 8],
      ['./g.ts', false, 9],
    ])
  })

  it('resolves relative specifiers and leaves packages alone', () => {
    expect(resolveImport('src/panels/a/b.ts', '../../ui/text.tsx')).toBe('src/ui/text.tsx')
    expect(resolveImport('src/engine/a.ts', '../../shaders/s.wgsl?raw')).toBe('shaders/s.wgsl')
    expect(resolveImport('src/a.ts', 'react')).toBeUndefined()
  })

  it('reads past comments, strings and regular expressions', () => {
    const source =
      "a() // navigator.gpu\nconst s = 'location.hash' + `history.back`\nreplace(/[\"'/]/, x)"
    expect(codeOnly(source).replace(/\s+/g, ' ')).toBe('a() const s = + replace( , x)')
  })
})

describe('layer order', () => {
  it('finds an import from the right', () => {
    expect(
      found(layerOrder, {
        'src/trace/a.ts': "import { b } from '../credit/b.ts'",
        'src/credit/b.ts': "import { a } from '../trace/a.ts'",
      }),
    ).toEqual(['src/trace/a.ts:1 trace may not import src/credit/b.ts'])
  })

  it('finds types from the right, and folders of one rank knowing each other', () => {
    expect(
      found(layerOrder, {
        'src/engine/a.ts': "import type { Slot } from '../worker/api.ts'",
        'src/formats/b.ts': "import { c } from '../credit/c.ts'",
        'src/elsewhere/c.ts': '',
      }),
    ).toEqual([
      'src/engine/a.ts:1 engine may not import src/worker/api.ts',
      'src/formats/b.ts:1 formats may not import src/credit/c.ts',
      'src/elsewhere/c.ts elsewhere is not a folder of the map',
    ])
  })

  it('lets plot name the types of the worker interface, not its values', () => {
    expect(
      found(layerOrder, {
        'src/plot/a.ts': "import type { Frame } from '../worker/api.ts'",
        'src/plot/b.ts': "import { frame } from '../worker/api.ts'",
        'src/ui/c.ts': "import { store } from '../store/store.ts'",
        'src/main.tsx': "import { App } from './panels/App.tsx'",
      }),
    ).toEqual([
      'src/plot/b.ts:1 plot may not import src/worker/api.ts',
      'src/ui/c.ts:1 ui may not import src/store/store.ts',
    ])
  })
})

describe('circles', () => {
  it('finds one of three files', () => {
    expect(
      found(circularImports, {
        'src/trace/a.ts': "import { b } from './b.ts'",
        'src/trace/b.ts': "import { c } from './c.ts'",
        'src/trace/c.ts': "import { a } from './a.ts'",
        'src/trace/d.ts': "import { a } from './a.ts'",
      }),
    ).toEqual([
      'src/trace/a.ts circle: src/trace/a.ts → src/trace/b.ts → src/trace/c.ts → src/trace/a.ts',
    ])
  })

  it('accepts two ways to one file', () => {
    expect(
      found(circularImports, {
        'src/trace/a.ts': "import './b.ts'\nimport './c.ts'",
        'src/trace/b.ts': "import './c.ts'",
        'src/trace/c.ts': '',
      }),
    ).toEqual([])
  })
})

describe('homes', () => {
  it('keeps React, d3 and comlink where they belong', () => {
    expect(
      found(packageHomes, {
        'src/store/a.ts': "import { useMemo } from 'react'",
        'src/panels/b.tsx': "import { scaleLinear } from 'd3'",
        'src/panels/c.tsx': "import { wrap } from 'comlink'\nimport { useMemo } from 'react'",
        'src/credit/d.ts': "import { mean } from 'd3-array'",
        'src/plot/e.ts': "import { scaleLinear } from 'd3-scale'",
        'src/worker/f.ts': "import { expose } from 'comlink'",
      }),
    ).toEqual([
      'src/store/a.ts:1 react belongs to panels, lessons, ui, main only',
      'src/panels/b.tsx:1 d3 belongs to plot only',
      'src/panels/c.tsx:1 comlink belongs to worker only',
    ])
  })

  it('keeps navigator.gpu, location and history where they belong', () => {
    expect(
      found(globalHomes, {
        'src/engine/choose.ts': 'if (navigator.gpu) go()',
        'src/engine/webgpu/device.ts': 'navigator.gpu.requestAdapter()',
        'src/panels/a.ts': '\nconst link = location.hash',
        'src/panels/b.ts': "const s = 'location.hash' // history.back()",
        'src/store/c.ts': 'history.replaceState(undefined, s, window.location.href)',
        'src/ui/d.ts': 'window.history.back()',
        'src/formats/e.ts': 'fault.location.line',
      }),
    ).toEqual([
      'src/engine/choose.ts:1 navigator.gpu belongs to src/engine/webgpu/ only',
      'src/panels/a.ts:2 location belongs to src/store/ only',
      'src/ui/d.ts:1 history belongs to src/store/ only',
    ])
  })
})

describe('output', () => {
  it('finds markup made from text, evaluation and style attributes', () => {
    const breaches = found(safeOutput, {
      'src/ui/a.tsx': 'node.innerHTML = text',
      'src/ui/b.ts': 'new Function(text)',
      'src/plot/c.ts': "bar.attr('style', css)",
      'src/plot/d.ts': 'label.html(text)',
      'src/plot/e.ts': "bar.style('fill', css).text(text)",
    })
    expect(breaches.map((breach) => breach.split(/[: ]/)[0])).toEqual([
      'src/ui/a.tsx',
      'src/ui/b.ts',
      'src/plot/c.ts',
      'src/plot/d.ts',
    ])
  })
})

describe('files', () => {
  it('finds one that is too long', () => {
    expect(
      found(fileLength, {
        'src/ui/a.ts': '\n'.repeat(LINE_LIMIT),
        'src/ui/b.ts': '\n'.repeat(LINE_LIMIT + 1),
        'README.md': '\n'.repeat(1000),
      }),
    ).toEqual([`src/ui/b.ts ${LINE_LIMIT + 1} lines, at most ${LINE_LIMIT}`])
  })

  it('finds machine paths, unfinished work and tests switched off, but not in trace files', () => {
    expect(
      found(committedText, {
        'src/a.ts': `const p = '/wo${'rk'}/shared' // ${'TO' + 'DO'}`,
        'test/b.test.ts': `it.${'only'}('…')`,
        'test/formats/claude-code/session.jsonl': '{"cwd":"/home/someone/x"}',
        'src/c.ts': "import '../worker/work.ts' // https://example.org/work and ./work/",
      }),
    ).toEqual([
      `src/a.ts:1 “/wo${'rk'}”`,
      `src/a.ts:1 “${'TO' + 'DO'}”`,
      `test/b.test.ts:1 “it.${'only'}”`,
    ])
  })
})
