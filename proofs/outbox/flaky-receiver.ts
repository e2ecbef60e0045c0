import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nameOf } from './messages.ts'

export interface Seen {
  readonly eventId: string
  readonly ticketId: string
  readonly seq: number
  readonly destination: string
  readonly attempt: number
  readonly worker: string
  /** By how much the worker's clock was ahead when it claimed this. */
  readonly offset: number
  /** What the worker was at besides. */
  readonly beside: readonly string[]
}

/** Where poison ends whoever delivers it. */
const LETHAL = 'proof:a'

/** A receiver with moods: 30 % of its answers are 500, 10 % 429, and some never come, or come apart. */
export class MoodyReceiver {
  /** Everything that was answered with 2xx, whole, in order. */
  readonly accepted: Seen[] = []
  /** What had been claimed before others took it over. */
  readonly late = new Set<Seen>()
  readonly attempts = new Map<string, number>()
  /** What ran beside a delivery that had ended two workers. */
  readonly beside: string[] = []
  /** Never accepted. */
  readonly hopeless = new Set<string>()
  /** Ends the worker that delivers it. */
  readonly poison = new Set<string>()
  readonly #random: () => number
  readonly #server = createServer((request, response) => void this.#receive(request, response))
  /** Good from now on. */
  isCalm = false
  /** Whether a worker that was stopped sends what it had claimed before. */
  isLate: (seen: Seen) => boolean = () => false
  /** Called once, while the next delivery is under way. */
  interruption: (() => void) | null = null

  constructor(random: () => number) {
    this.#random = random
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const seen = JSON.parse(Buffer.concat(chunks).toString()) as Seen
    this.#lookBeside(seen)
    if (this.isLate(seen)) this.late.add(seen)
    await this.#interrupt()
    this.attempts.set(seen.eventId, (this.attempts.get(seen.eventId) ?? 0) + 1)
    if (this.isLethal(nameOf(seen))) return void response.writeHead(599).end()
    if (this.hopeless.has(seen.eventId)) return void response.writeHead(500).end()
    this.#inSomeMood(seen, request, response)
  }

  /** Whether this attempt, by its name, ends whoever makes it. */
  isLethal(attempt: string): boolean {
    return [...this.poison].some((id) => attempt.startsWith(`${id} ${LETHAL} `))
  }

  /** What ended two workers, and is sent a third time, is to be alone. */
  #lookBeside(seen: Seen): void {
    const isSuspect = (attempt: string) => this.isLethal(attempt) && !/ [12]$/.test(attempt)
    if (isSuspect(nameOf(seen))) this.beside.push(...seen.beside)
    else if (seen.beside.some(isSuspect)) this.beside.push(nameOf(seen))
  }

  async #interrupt(): Promise<void> {
    const interrupt = this.interruption
    if (interrupt === null) return
    this.interruption = null
    interrupt()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  #inSomeMood(seen: Seen, request: IncomingMessage, response: ServerResponse): void {
    const mood = this.isCalm ? 1 : this.#random()
    if (mood < 0.3) response.writeHead(500).end()
    else if (mood < 0.4) response.writeHead(429, { 'retry-after': '30' }).end()
    else if (mood < 0.42) request.socket.destroy()
    else if (mood < 0.44) request.socket.resetAndDestroy()
    else if (mood < 0.46) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    // Each of these takes the worker's whole patience, so there are few.
    else if (mood < 0.461) return
    else if (mood < 0.462) response.writeHead(200).write('it goes on')
    else response.writeHead(204).end(() => this.accepted.push(seen))
  }
}
