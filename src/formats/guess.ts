/** What a file that no reader takes most likely is, and what to do about it. */
import type { Fault } from '../trace/diagnostic-list.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { NpyError, readNpyHeader } from './containers/npy.ts'
import type { OpenedSource } from './containers/source.ts'

export interface Guess {
  /** Format id (trace-schema §5) or the container's name. */
  readonly guess: string
  readonly fault: Fault
}

/** Formats told apart by the keys of a record. The first rule that holds for any record wins. */
const TEXT_RULES: readonly (readonly [string, string, (r: JsonObject) => boolean])[] = [
  ['inspect-ai', 'the head of an Inspect log', (r) => has(r, 'eval', 'plan')],
  ['trl', 'TRL completions', (r) => has(r, 'prompt', 'completion')],
]

const EXPORT =
  'Write it as a canonical trace (one row per segment with rollout_id and response_mask) first.'

const has = (record: JsonObject, ...keys: readonly string[]) =>
  keys.every((key) => record[key] !== undefined)

export function guessOf(source: OpenedSource): Guess {
  const { head } = source
  if (head.kind === 'zip') return guessZip(head.members.map((member) => member.name))
  if (head.kind === 'binary') return guessBinary(head.bytes)
  if (head.kind === 'torch') {
    const { root } = head.file
    const keys = isObject(root) ? Object.keys(root).slice(0, 12).join(', ') : 'no dict'
    const message = `a torch.save archive (.pt) that fits no dump Segue knows (${keys}).`
    return unsupported('slime-pt', `${message} ${EXPORT}`)
  }
  if (head.kind === 'parquet') {
    const columns = head.table.columns.slice(0, 12).join(', ')
    const message = `a parquet table whose columns fit no format Segue knows (${columns}).`
    return unsupported('table', `${message} ${EXPORT}`)
  }
  for (const [guess, label, holds] of TEXT_RULES) {
    if (head.records.some((r) => isObject(r) && holds(r))) {
      return unsupported(
        guess,
        `this looks like ${label}, which this version does not read. ${EXPORT}`,
      )
    }
  }
  if (source.problem) {
    const { code, line, message } = source.problem
    return {
      guess: code === 'nested-too-deep' ? 'json' : 'unknown',
      fault: { code, line, message },
    }
  }
  const keys = head.records.filter(isObject).flatMap((r) => Object.keys(r))
  const seen = Array.from(new Set(keys)).slice(0, 12).join(', ')
  if (seen === '') return unsupported('unknown', 'no record of a trace was found in it.')
  return unsupported('table', `JSON whose columns fit no format Segue knows (${seen}). ${EXPORT}`)
}

const unsupported = (guess: string, message: string): Guess => ({
  guess,
  fault: { code: 'unsupported-format', message },
})

function guessZip(names: readonly string[]): Guess {
  if (names.includes('header.json') || names.some((n) => n.startsWith('samples/'))) {
    return unsupported(
      'inspect-ai',
      `an Inspect .eval log, which this version does not read. ${EXPORT}`,
    )
  }
  const shown = names.slice(0, 8).join(', ')
  if (names.some((n) => n.endsWith('.npy'))) {
    return unsupported(
      'npz',
      `an npz without the canonical arrays: it holds ${shown}; needed are rollout_id, ` +
        'response_mask and cu_seqlens.',
    )
  }
  return unsupported(
    'zip',
    `a zip archive (${shown || 'empty'}); unpack it and open the files in it.`,
  )
}

function guessBinary(start: Uint8Array): Guess {
  const magic = String.fromCharCode(...start.subarray(0, 6))
  if (magic === '\x93NUMPY') return guessNpy(start)
  if (start[0] === 0x80 && start[1] >= 2 && start[1] <= 5) {
    return unsupported(
      'pickle',
      `a Python pickle, which can run code when opened, so this app does not open it. ${EXPORT}`,
    )
  }
  if (/^(?:\xff\xfe|\xfe\xff)/.test(magic)) {
    return unsupported('utf-16', 'UTF-16 text; save the file as UTF-8.')
  }
  if (start[0] === 0x7b || start[0] === 0x5b) {
    const message = 'JSON with NUL bytes in it, as files have that were not written to their end.'
    return unsupported('unknown', `${message} Copy it again, or remove them.`)
  }
  return unsupported('unknown', 'binary data of a kind Segue does not know.')
}

function guessNpy(start: Uint8Array): Guess {
  const alone =
    'a single npy array; save rollout_id, response_mask, cu_seqlens and the other columns together ' +
    'with numpy.savez.'
  try {
    const { descr } = readNpyHeader(start)
    if (!descr.endsWith('O')) return unsupported('npy', alone)
    const message = `dtype ${descr} holds pickled Python objects, which this app does not open. ${EXPORT}`
    return { guess: 'npy', fault: { code: 'object-dtype', message } }
  } catch (error) {
    if (error instanceof NpyError) return unsupported('npy', `broken npy file: ${error.message}`)
    throw error
  }
}
