/**
 * verl rollout and validation dumps: `{step}.jsonl`, one sample per line, text only.
 * Source: verl-project/verl @1dda039b, `_write_generations` of the legacy and the V1 trainer.
 */
import { readInPieces } from './read-pieces.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'
import { VerlNames } from './verl-names.ts'
import { isVerl, VERL_LABEL, VERL_LINES } from './verl-rows.ts'

/** Told wherever the outputs of a session do not fit together. */
const UID_PATTERN =
  'a `uid` is `{prompt uid}_{session}_{index}`, its indices count the outputs of a session from 0; ' +
  'a `uid` without these two numbers is a prompt, and each of its rows a rollout.'

export const verlJsonl: Format = {
  id: 'verl-jsonl',
  label: VERL_LABEL,
  inOrder: true,
  words: {
    reward: { field: 'score', rule: 'all outputs of a session carry the same score.' },
    index: { field: 'uid', name: 'the index that `uid` ends in', rule: UID_PATTERN },
  },

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const rows = head.records.filter(isVerl)
    // `input` and `output` alone are in many instruction data sets, too.
    return rows.some((r) => 'step' in r || 'uid' in r || 'score' in r) ? 0.8 : undefined
  },

  open: () => new VerlReader(),
}

class VerlReader implements FormatReader {
  readonly #names = new VerlNames()

  async file(source: Source, sink: Sink): Promise<void> {
    const named = this.#names.sink(sink)
    const inPieces = await readInPieces(source, named, VERL_LINES)
    if (!inPieces) await source.eachRecord(VERL_LINES.visitor(named))
  }
}
