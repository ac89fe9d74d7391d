/** Names of verl's rollouts and groups, from the keys of their rows: they depend on the rows before. */
import { Numbered } from '../trace/piece.ts'
import { show } from './canonical-row.ts'
import type { ReadPiece, Sink } from './types.ts'
import type { VerlKey } from './verl-rows.ts'

interface Names {
  readonly rollout: string
  readonly group: string | undefined
}

export class VerlNames {
  /** Step in which a prompt uid or a row id was first seen. */
  readonly #stepOf = new Map<string, unknown>()
  /** First session that no row of the group has taken, for rows that name only their prompt. */
  readonly #nextSession = new Map<string, number>()
  /** Legacy dumps: prompts of one step by the fingerprint of their text. */
  readonly #prompts = new Map<string, string>()
  /** Legacy dumps: group of the first row of each request. */
  readonly #requests = new Map<string, string>()
  #rows = 0

  /** The sink with names in the place of keys, which must come in the order of the rows. */
  sink(sink: Sink): Sink {
    return {
      ...sink,
      row: (row, place) => {
        const { rollout, group } = this.#of(row.rollout_id)
        sink.row({ ...row, rollout_id: rollout, group_id: group }, place)
      },
      piece: (piece, line) => sink.piece(this.#named(piece), line),
      reject: (key, fault) =>
        sink.reject(key === undefined ? undefined : this.#of(key).rollout, fault),
    }
  }

  #named(piece: ReadPiece): ReadPiece {
    const { rows, notes } = piece
    const rolloutIds: string[] = []
    const steps: (number | undefined)[] = []
    /** Where the rollout's last row is told of: another step makes another rollout of the same id. */
    const last = new Map<string, number>()
    const rolloutOf = (id: string, step: number | undefined): number => {
      const known = last.get(id)
      if (known !== undefined && steps[known] === step) return known
      steps.push(step)
      const index = rolloutIds.push(id) - 1
      last.set(id, index)
      return index
    }
    const groups = new Numbered()
    const named: ReadPiece['notes'][number][] = []
    const nameNotes = (before: number) => {
      for (let note = notes[named.length]; note && note.after <= before; ) {
        const { rejects } = note
        const lost = typeof rejects === 'object' && { rollout: this.#of(rejects.rollout).rollout }
        named.push(lost ? { ...note, rejects: lost } : note)
        note = notes[named.length]
      }
    }
    const rollout = new Uint32Array(rows.rollout.length)
    const group = new Int32Array(rows.rollout.length)
    for (const [k, key] of rows.rollout.entries()) {
      nameNotes(k)
      const names = this.#of(rows.rolloutIds[key])
      rollout[k] = rolloutOf(names.rollout, piece.steps[key])
      group[k] = names.group === undefined ? -1 : groups.of(names.group)
    }
    nameNotes(Number.POSITIVE_INFINITY)
    const ids = { rollout, rolloutIds, group, groupIds: groups.all }
    return { ...piece, rows: { ...rows, ...ids }, notes: named, steps }
  }

  #of(text: string): Names {
    // Written by `verl-rows.ts`.
    const key = JSON.parse(text) as VerlKey
    switch (key.by) {
      case 'number':
        return {
          rollout: this.#byStep(key.rollout, key.step),
          group: key.prompt === undefined ? undefined : this.#byStep(key.prompt, key.step),
        }
      case 'uid': {
        const group = this.#byStep(key.prompt, key.step)
        const next = this.#nextSession.get(group) ?? 0
        const session = key.session ?? next
        this.#nextSession.set(group, Math.max(next, session + 1))
        return { rollout: `${group}_${session}`, group }
      }
      case 'prompt':
        return this.#legacy(key)
      case 'loss':
        return {
          rollout: `${this.#byStep(key.prompt, key.step)}_${key.session}`,
          group: undefined,
        }
    }
  }

  #legacy({ step, print, request }: VerlKey & { by: 'prompt' }): Names {
    const shown = show(step)
    const prompt = `${shown} ${print}`
    const group = this.#prompts.get(prompt) ?? `step ${shown} prompt ${this.#prompts.size + 1}`
    this.#prompts.set(prompt, group)
    if (request === undefined) return { rollout: `step ${shown} row ${++this.#rows}`, group }
    const rollout = this.#byStep(request, step)
    // The prompt of a condensed context is another text, but the task is that of the first row.
    const first = this.#requests.get(rollout) ?? group
    this.#requests.set(rollout, first)
    return { rollout, group: first }
  }

  /** The key, with its step in front if an earlier step used the same key. */
  #byStep(key: string, step: unknown): string {
    if (!this.#stepOf.has(key)) this.#stepOf.set(key, step)
    const first = this.#stepOf.get(key)
    return first === step || step === undefined ? key : `step ${show(step)} ${key}`
  }
}
