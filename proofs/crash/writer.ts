import type { TicketCreated } from '../../contract/tickets.ts'

/** What was acknowledged, and what was asked without an answer. */
export interface Journal {
  /** Tickets by their keys. */
  readonly tickets: Map<string, { readonly id: string; readonly number: number; readonly files: number }>
  /** Comments by their keys. */
  readonly comments: Map<string, { readonly id: string; readonly ticket: string }>
  readonly closed: Set<string>
  /** Asked, and never answered: it may have been done or not. */
  readonly open: Map<string, Asked>
}

export interface Asked {
  readonly path: string
  readonly body: object
  readonly withFile: boolean
}

export const newJournal = (): Journal => ({
  tickets: new Map(),
  comments: new Map(),
  closed: new Set(),
  open: new Map(),
})

/** Writes one thing after another, and keeps a journal, until the service is gone. */
export class Writer {
  readonly #address: string
  readonly #token: string
  readonly #journal: Journal
  readonly #name: string
  readonly #random: () => number
  #count = 0

  constructor(parts: { address: string; token: string; journal: Journal; name: string; random: () => number }) {
    this.#address = parts.address
    this.#token = parts.token
    this.#journal = parts.journal
    this.#name = parts.name
    this.#random = parts.random
  }

  /** @returns when the service does not answer any more. @throws Error for an answer that is no success. */
  async write(): Promise<void> {
    for (;;) {
      try {
        await this.step()
      } catch (error) {
        if (error instanceof TypeError) return
        throw error
      }
    }
  }

  /**
   * Asks again what had no answer, with the same key; both times together it is done once. PostgreSQL may still be at the
   * transaction of a service that is gone, and then the answer is to come back in a moment.
   */
  async again(): Promise<void> {
    for (const [key, asked] of [...this.#journal.open]) {
      if (!key.startsWith(`${this.#name} `)) continue
      while (this.#journal.open.has(key)) {
        await this.#create(key, asked).catch((error: unknown) => {
          if (!String(error).includes('request_in_progress')) throw error
        })
      }
    }
  }

  /** Writes one thing. @throws Error for an answer that is no success, TypeError for none. */
  async step(): Promise<void> {
    const key = `${this.#name} ${this.#count++} ${this.#random()}`
    const chance = this.#random()
    const known = [...this.#journal.tickets.values()]
    const some = known[Math.floor(this.#random() * known.length)]
    if (some === undefined || chance < 0.5) {
      const body = { title: `Ticket ${key}`, description: 'Written while somebody pulls the plug.' }
      await this.#create(key, { path: '/api/tickets', body, withFile: chance < 0.15 })
    } else if (chance < 0.8) {
      const body = { content: `Comment ${key}` }
      await this.#create(key, { path: `/api/tickets/${some.id}/comments`, body, withFile: false })
    } else {
      const wish = { status: 'closed', closure_summary: `Answer ${key}` }
      await this.#call('PATCH', `/api/tickets/${some.id}`, wish)
      this.#journal.closed.add(some.id)
    }
  }

  async #create(key: string, asked: Asked): Promise<void> {
    this.#journal.open.set(key, asked)
    const made = await this.#call<TicketCreated>('POST', asked.path, asked.body, key, asked.withFile)
    if (asked.path === '/api/tickets') {
      this.#journal.tickets.set(key, { id: made.id, number: made.number, files: asked.withFile ? 1 : 0 })
    } else this.#journal.comments.set(key, { id: made.id, ticket: asked.path.split('/')[3] ?? '' })
    this.#journal.open.delete(key)
  }

  async #call<T>(method: string, path: string, body: object, key?: string, withFile = false): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(key ? { 'idempotency-key': key } : {}) }
    const json = { 'content-type': 'application/json' }
    const answer = withFile
      ? await fetch(this.#address + path, { method, headers, body: formOf(body, key ?? '') })
      : await fetch(this.#address + path, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
}

function formOf(fields: object, content: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('attachments', new File([content], 'notes.txt', { type: 'text/plain' }))
  return form
}
