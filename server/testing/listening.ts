import assert from 'node:assert/strict'
import type { LiveEvent } from '../../contract/live.ts'

/** One block of a stream: an event, or what is none. */
export interface Block {
  readonly id: string | null
  readonly event: string | null
  readonly data: LiveEvent | null
  /** The block as it came. */
  readonly text: string
}

function blockOf(text: string): Block {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null
  const data = field('data')
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data), text }
}

/** An open stream, read block by block. */
export class Listening {
  readonly headers: Headers
  /** Where to go on. */
  lastId: string | null = null
  readonly #chunks: ReadableStreamDefaultReader<string>
  #rest = ''

  constructor({ headers, body }: Response) {
    assert.ok(body)
    this.headers = headers
    this.#chunks = body.pipeThrough(new TextDecoderStream()).getReader()
  }

  /** The next block; null when the stream has ended. */
  async block(): Promise<Block | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n')
      if (end >= 0) {
        const block = blockOf(this.#rest.slice(0, end))
        this.#rest = this.#rest.slice(end + 2)
        this.lastId = block.id ?? this.lastId
        return block
      }
      const { value, done } = await this.#chunks.read()
      if (done) return null
      this.#rest += value
    }
  }

  /** The next event that it tells, with its name. */
  async event(): Promise<Block> {
    for (;;) {
      const block = await this.block()
      assert.ok(block, 'The stream has ended.')
      if (block.event !== null) return block
    }
  }

  /** The names of all events up to and with the first of that ticket that has this name. */
  async until(name: string, ticket?: { id: string }): Promise<Block[]> {
    const heard: Block[] = []
    for (;;) {
      const block = await this.event()
      heard.push(block)
      if (block.event === name && (ticket === undefined || block.data?.ticket_id === ticket.id)) return heard
    }
  }

  /** Reads on until the other side has ended it. */
  async ended(): Promise<void> {
    while (await this.block());
  }

  async close(): Promise<void> {
    await this.#chunks.cancel()
  }
}
