/**
 * The share link, version 1. Everything stands in the hash, so nothing of it reaches a server, and
 * other tools can write one by hand:
 *
 *   #v=1&sample=search&b.order=literal&gamma=0.99&lambda=0.95&rollout=r0&token=2.35
 *
 * `key=value` pairs joined by `&`, each part percent-encoded (`+` reads as a space). `v` is required.
 * Keys that have their default are left out, unknown ones are ignored, a wrong value of one key counts
 * as absent, the first of two equal keys wins; all three are reported. Numbers are decimal, written so that
 * they read back bit for bit.
 *
 *   v              format version, 1
 *   sample         id of a bundled sample                                         (one of these
 *   file           name of a file that the link does not carry                     three; default
 *   d              trace structure: base64url, deflate-raw, JSON (worker/payload)  sample=search)
 *   map            how columns of a table that no format knows were mapped, version 1 (.rollout .order
 *                  .group .mask .reward .values .log_probs .old_log_probs .rollout_log_probs
 *                  .advantages .ids .text .cuts: names of columns; .rows=segment|token
 *                  .direction=up|down .rewards=copied|summed)
 *   a, b           estimator id; `a.<option>`, `b.<option>` its options (docs: estimator registry)
 *   gamma, lambda  0…1, defaults 1 and 0.99
 *   lambdaCritic   0…1, default 1; `same` follows lambda
 *   epsLow         0…1, default 0.2
 *   epsHigh        0…10, default 0.28
 *   ratio          ratio rule of the policy loss, default ppo-clip (its ε are epsLow, epsHigh);
 *                  `ratio.<option>` its options (docs: credit/ratio/registry), `ratio.dualClip=off`
 *   against        a second rule beside it, with `against.<option>`; absent: none
 *   drift          simulated policy drift σ per update where log-probs are missing (.seed)
 *   aggregate      aggregation mode, default token-mean (.lMax .denominator=before|after
 *                  .emptyRows=skip|count .measure=weight|gradient)
 *   values         file | zero | constant (.value) | ramp (.from) | noise (.mean .amplitude .seed)
 *                  | fitted (.ridge)
 *   outcome        outcome of rollouts whose file has none; `outcome.<rollout id>` for a single one
 *   step           training step whose rollouts are the batch; absent: all
 *   rollout        id of the selected rollout
 *   range          visible positions, `from-to`, half open
 *   token          pinned token, `segment.position`
 *   order          time | processing
 *   strip          none | coefficient: the loss coefficient as a strip of its own
 *   lang, theme    en | zh (absent: the reader's own), system | light | dark
 */
import { clipMiddle } from '../trace/clip.ts'
import { CODECS, encodeProperty, SOURCE_KEYS } from './codecs.ts'
import type { DecodedLink } from './decoded-link.ts'
import { DEFAULT_DOCUMENT, type DocumentState, type TraceSource } from './document.ts'
import { type Entry, isReadable, joinEntries, type LinkEntries, splitEntries } from './entries.ts'
import { PROPERTY_KEYS } from './properties.ts'
import { linkBehind } from './stand-in.ts'
import { nameUnread } from './unread.ts'

export { brokenTrace, noticesOf, partlyRead } from './link-notices.ts'
export { misfits, otherFile, tokenMisfit } from './misfits.ts'
export { awaitedIn, standInFor } from './stand-in.ts'

export const LINK_VERSION = 1

/** Longer than any link that Segue writes; guards the parser, not the format. */
const MAX_LENGTH = 4_000_000

function sourceEntries(source: TraceSource, payload: string | undefined): readonly Entry[] {
  if (source.kind === 'sample') return [['sample', source.id]]
  if (payload !== undefined) return [['d', payload]]
  return source.kind === 'payload' ? [['d', source.payload]] : [['file', source.name]]
}

/**
 * The link's hash, with its `#`. `payload` (worker/payload.ts) carries a trace that came from a file;
 * without it such a link only names the file. Of a stand-in it is the link that waits.
 */
export function encodeLink(shown: DocumentState, payload?: string): string {
  const document = linkBehind(shown) ?? shown
  const source = sourceEntries(document.source, payload)
  const entries: readonly Entry[] = [
    ['v', String(LINK_VERSION)],
    // The payload is long and stands last, so that the readable part comes first.
    ...source.filter(([key]) => key !== 'd'),
    ...PROPERTY_KEYS.flatMap((key) => encodeProperty(document, key)),
    ...source.filter(([key]) => key === 'd'),
  ]
  return `#${joinEntries(entries)}`
}

/** Reads a hash with or without its `#`, or a whole address. Never throws. */
export function decodeLink(link: string): DecodedLink {
  if (link.length > MAX_LENGTH) {
    return { kind: 'broken', detail: `It has ${link.length} characters, more than any link has.` }
  }
  const hash = link.slice(link.indexOf('#') + 1)
  // `#main` and the like are anchors in the page.
  if (!hash.includes('=')) {
    return isReadable(hash)
      ? { kind: 'empty' }
      : { kind: 'broken', detail: 'It is cut off or altered: its percent-encoding is wrong.' }
  }
  const entries = splitEntries(hash)
  const version = entries.get('v')
  if (version === undefined) {
    return { kind: 'broken', detail: 'Its version is missing; a link starts with “#v=1&”.' }
  }
  if (!/^[1-9]\d{0,5}$/.test(version)) {
    return { kind: 'broken', detail: `“${clipMiddle(version, 40)}” is no version.` }
  }
  return Number(version) > LINK_VERSION ? { kind: 'newer', version } : readVersion1(entries)
}

function readVersion1(entries: LinkEntries): DecodedLink {
  const payload = entries.get('d')
  if (payload !== undefined && !/^[\w-]+$/.test(payload)) {
    return {
      kind: 'broken',
      detail: 'The trace in it (d=…) is cut off or altered; ask for the link again.',
    }
  }
  const needsFile = payload === undefined ? entries.get('file') : undefined
  // The list of properties has every key of the document but `source` (checked where it is declared).
  const properties = Object.fromEntries(
    PROPERTY_KEYS.map((key) => [key, CODECS[key].decode(entries)]),
  ) as unknown as Omit<DocumentState, 'source'>
  const document = { ...properties, source: readSource(entries, payload, needsFile) }
  for (const key of SOURCE_KEYS) entries.get(key)
  nameUnread(entries)
  const details = entries.details()
  return needsFile === undefined
    ? { kind: 'ok', document, details }
    : { kind: 'ok', document, needsFile, details }
}

function readSource(
  entries: LinkEntries,
  payload: string | undefined,
  file: string | undefined,
): TraceSource {
  if (payload !== undefined) return { kind: 'payload', payload }
  if (file !== undefined) return { kind: 'file', name: file }
  const id = entries.get('sample')
  return id === undefined ? DEFAULT_DOCUMENT.source : { kind: 'sample', id }
}
