/** Newest request wins: at most one request runs and one waits; a waiting one is replaced, not queued. */
export interface Newest<Q, R> {
  request(question: Q): Promise<R | 'superseded'>
  /** Answers that are still out become `superseded`: they belong to something that is gone. */
  reset(): void
}

export function newestWins<Q, R>(run: (question: Q) => Promise<R>): Newest<Q, R> {
  interface Ticket {
    readonly question: Q
    readonly era: number
    readonly resolve: (answer: R | 'superseded') => void
    readonly reject: (reason: unknown) => void
  }
  let era = 0
  let running: Ticket | undefined
  let waiting: Ticket | undefined

  const settled = (ticket: Ticket) => {
    if (running !== ticket) return
    running = undefined
    const next = waiting
    waiting = undefined
    if (next) start(next)
  }
  const start = (ticket: Ticket) => {
    running = ticket
    run(ticket.question)
      .then(
        (answer) => ticket.resolve(ticket.era === era ? answer : 'superseded'),
        (reason) => (ticket.era === era ? ticket.reject(reason) : ticket.resolve('superseded')),
      )
      .finally(() => settled(ticket))
  }
  return {
    request: (question) =>
      new Promise((resolve, reject) => {
        const ticket = { question, era, resolve, reject }
        if (!running) return start(ticket)
        waiting?.resolve('superseded')
        waiting = ticket
      }),
    reset: () => {
      era++
      waiting?.resolve('superseded')
      waiting = undefined
    },
  }
}

/** One queue per kind of view, made at its first use. */
export function byKind<Q, R>(make: () => Newest<Q, R>) {
  const queues = new Map<string, Newest<Q, R>>()
  return {
    of: (kind: string): Newest<Q, R> => {
      const queue = queues.get(kind) ?? make()
      queues.set(kind, queue)
      return queue
    },
    reset: () => {
      for (const queue of queues.values()) queue.reset()
    },
  }
}
