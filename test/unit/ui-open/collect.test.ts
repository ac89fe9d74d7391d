import { describe, expect, it } from 'vitest'
import { dropped, pasted } from '../../../src/panels/open/collect.ts'

const transfer = (text: string, files: readonly File[] = []) => ({
  files: files as unknown as FileList,
  getData: () => text,
})

/** What a browser hands out for a dropped folder: at most two entries a call here. */
function folder(name: string, path: string, children: readonly object[]) {
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath: path,
    createReader: () => {
      const left = [...children]
      return { readEntries: (done: (some: object[]) => void) => done(left.splice(0, 2)) }
    },
  }
}
const file = (name: string, path: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  fullPath: path,
  file: (done: (file: File) => void) => done(new File([path], name)),
})

describe('drop', () => {
  it('walks folders to the end and names files by their path', async () => {
    const entries = [
      folder('run', '/run', [
        file('step_10.jsonl', '/run/step_10.jsonl'),
        file('step_2.jsonl', '/run/step_2.jsonl'),
        folder('deep', '/run/deep', [file('a.npz', '/run/deep/a.npz')]),
      ]),
      file('b.json', '/b.json'),
    ]
    const inputs = await dropped({
      items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
      files: [],
    } as unknown as DataTransfer)
    expect(inputs.map(({ name }) => name)).toEqual([
      'run/deep/a.npz',
      'run/step_2.jsonl',
      'run/step_10.jsonl',
      'b.json',
    ])
    expect(await inputs[0].data.text()).toBe('/run/deep/a.npz')
  })

  it('takes files that have no entry', async () => {
    const inputs = await dropped({
      items: [{ kind: 'file', webkitGetAsEntry: () => null }],
      files: [new File(['x'], 'made.jsonl')],
    } as unknown as DataTransfer)
    expect(inputs.map(({ name }) => name)).toEqual(['made.jsonl'])
  })
})

describe('paste', () => {
  it('text becomes a file, unchanged', async () => {
    const what = pasted(transfer('{"rollout_id": 1}\n'))
    if (what.kind !== 'files') throw new Error(what.kind)
    expect(what.inputs[0].name).toBe('pasted.txt')
    expect(await what.inputs[0].data.text()).toBe('{"rollout_id": 1}\n')
  })

  it('files win over text, blank text is nothing', () => {
    const what = pasted(transfer('name.jsonl', [new File(['{}'], 'name.jsonl')]))
    expect(what.kind === 'files' && what.inputs[0].name).toBe('name.jsonl')
    expect(pasted(transfer(' \n ')).kind).toBe('nothing')
  })

  it('a share link is opened as a link, a file that mentions one is a file', () => {
    expect(pasted(transfer(' https://x.example/s/#v=1&sample=bug\n'))).toEqual({
      kind: 'link',
      link: 'https://x.example/s/#v=1&sample=bug',
    })
    expect(pasted(transfer('#v=1&gamma=0.9')).kind).toBe('link')
    expect(pasted(transfer('see #v=1&gamma=0.9 in {"a":1}')).kind).toBe('files')
  })
})
