/** Those who are at it when the service is asked to stop. */
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../../server/testing/caller.ts'
import { DRAFT } from '../../server/testing/cast.ts'

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })

/** Many who read and report, one request after the other over connections that stay open, until they are not taken. */
export class Crowd {
  readonly #agent: Agent
  readonly #clients: Promise<number | string>[]
  #taken = 0
  #onTaken = () => {}

  constructor(caller: Caller, count: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: count })
    this.#clients = Array.from({ length: count }, () => this.#works(caller))
  }

  /** How many reports were taken. */
  get taken(): number {
    return this.#taken
  }

  async hasTaken(reports: number): Promise<void> {
    while (this.#taken < reports) await new Promise<void>((resolve) => (this.#onTaken = resolve))
  }

  /** How each of them ended: the status of an answer that was none of those it waits for, or the code of an error. */
  async ends(): Promise<(number | string)[]> {
    const ends = await Promise.all(this.#clients)
    this.#agent.destroy()
    return ends
  }

  async #works(caller: Caller): Promise<number | string> {
    for (;;) {
      const read = await sends(caller, this.#agent, 'GET', '/api/tickets?limit=5')
      if (read !== 200) return read
      const reported = await sends(caller, this.#agent, 'POST', '/api/tickets', DRAFT)
      if (reported !== 201) return reported
      this.#taken += 1
      this.#onTaken()
    }
  }
}

/** Sends one request over a connection that stays open. The status of its answer, or how it failed. */
function sends(caller: Caller, agent: Agent, method: string, path: string, body?: object) {
  return new Promise<number | string>((resolve) => {
    const text = body && JSON.stringify(body)
    const headers = { ...bearer(caller), ...(text ? { 'content-type': 'application/json' } : {}) }
    const fails = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const sent = request(caller.address + path, { method, headers, agent }, (answer) => {
      answer.resume().on('error', fails)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', fails).end(text)
  })
}

/** An open live stream. */
export class Ear {
  readonly #ended: Promise<string>
  #heard = 0

  private constructor(answer: IncomingMessage) {
    answer.setEncoding('utf8').on('data', (text: string) => {
      this.#heard += text.split('event: ').length - 1
    })
    this.#ended = new Promise((resolve) => {
      // A chunked answer is complete only with its last chunk.
      answer.on('end', () => resolve(answer.complete ? 'cleanly' : 'cut'))
      answer.on('error', ({ message }) => resolve(message))
    })
  }

  static async open(caller: Caller): Promise<Ear> {
    const sent = request(`${caller.address}/api/events/stream`, { headers: bearer(caller), agent: false }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return new Ear(answer)
  }

  get heard(): number {
    return this.#heard
  }

  /** How it ended. */
  get ended(): Promise<string> {
    return this.#ended
  }
}

/** Bytes. */
const PIECE = 10_000
const BOUNDARY = 'half-and-half'

/** A file on its way to a ticket, of which only one half has left. */
export class Upload {
  readonly #sent: ClientRequest
  readonly #rest: Buffer

  constructor(caller: Caller, ticket: { id: string }, name: string, content: Buffer) {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="attachments"; filename="${name}"\r\n`
    const body = Buffer.concat([
      Buffer.from(`${head}content-type: text/plain\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ])
    const half = Math.floor(body.length / 2)
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': body.length }
    const path = `${caller.address}/api/tickets/${ticket.id}/attachments`
    this.#sent = request(path, { method: 'POST', headers: { ...bearer(caller), ...type }, agent: false })
    this.#sent.write(body.subarray(0, half))
    this.#rest = body.subarray(half)
  }

  /** Sends the other half, by and by. The status of the answer. */
  async finish(): Promise<number | undefined> {
    const answered = once(this.#sent, 'response')
    for (let at = 0; at < this.#rest.length; at += PIECE) {
      await wait(100)
      this.#sent.write(this.#rest.subarray(at, at + PIECE))
    }
    this.#sent.end()
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
}
