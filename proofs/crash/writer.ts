import type { TicketCreated } from '../../contract/tickets.ts'

/** What the service acknowledged, and which requests got no answer. */
export interface Journal {
  /** Tickets by their keys. */
  readonly tickets: Map<string, { readonly id: string; readonly number: number; readonly files: number }>
  /** Comments by their keys. */
  readonly comments: Map<string, { readonly id: string; readonly ticket: string; readonly files: number }>
  readonly closed: Set<string>
  /** Requests without an answer: the service may have done them or not. */
  readonly open: Map<string, OpenRequest>
}

export interface OpenRequest {
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

/** A client that writes one thing after another and keeps a journal. */
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

  /** Writes until the service does not answer any more. @throws Error for an answer that is no success. */
  async writeUntilGone(): Promise<void> {
    for (;;) {
      try {
        await this.writeOne()
      } catch (error) {
        if (error instanceof TypeError) return
        throw error
      }
    }
  }

  /**
   * Sends each request without an answer again, with the same key, until it has one. PostgreSQL may still run the
   * transaction of the killed service; until that ends, the answer is `request_in_progress`.
   */
  async retryOpen(): Promise<void> {
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
  async writeOne(): Promise<void> {
    const key = `${this.#name} ${this.#count++} ${this.#random()}`
    const chance = this.#random()
    const known = [...this.#journal.tickets.values()]
    const some = known[Math.floor(this.#random() * known.length)]
    if (some === undefined || chance < 0.5) {
      const body = { title: `Ticket ${key}`, description: 'Written while the process is killed.' }
      await this.#create(key, { path: '/api/tickets', body, withFile: chance < 0.15 })
    } else if (chance < 0.8) {
      const body = { content: `Comment ${key}` }
      await this.#create(key, { path: `/api/tickets/${some.id}/comments`, body, withFile: chance < 0.6 })
    } else {
      const changes = { status: 'closed', closure_summary: `Answer ${key}` }
      await this.#call('PATCH', `/api/tickets/${some.id}`, changes)
      this.#journal.closed.add(some.id)
    }
  }

  async #create(key: string, asked: OpenRequest): Promise<void> {
    this.#journal.open.set(key, asked)
    const made = await this.#call<TicketCreated>('POST', asked.path, asked.body, key, asked.withFile)
    if (asked.path === '/api/tickets') {
      this.#journal.tickets.set(key, { id: made.id, number: made.number, files: asked.withFile ? 1 : 0 })
    } else {
      const [, , , ticket = ''] = asked.path.split('/')
      this.#journal.comments.set(key, { id: made.id, ticket, files: asked.withFile ? 1 : 0 })
    }
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
