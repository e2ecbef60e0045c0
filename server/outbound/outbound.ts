import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Agent as HttpAgent, request as httpRequest } from '../node-http.ts'
import { type OutboundGuard, OutboundRefused } from './outbound-guard.ts'

/** How long a call may take in all, in milliseconds (docs/rules/service.md#calls-out). */
export const PATIENCE_MS = 15_000
/** How long the rest of an answer is waited for once its status is known, in milliseconds. */
const REST_MS = 1000
const ANSWER_BYTES = 64 * 1024
/** How long a connection without a call is kept, in milliseconds. */
const IDLE_MS = 5000
const WORDS = 500

export interface Letter {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Of what came back, only what we act on: the body is read and forgotten. */
export interface Answer {
  readonly status: number
  /** The header as it was sent. */
  readonly retryAfter: string | null
}

/**
 * Calls addresses that developers typed in, past the guard. Redirects are not followed, no proxy of the environment is
 * used, and the certificate has to be for the name. Connections are kept for the next call.
 */
export class Outbound {
  readonly guard: OutboundGuard
  readonly #patienceMs: number
  readonly #agents = {
    http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  }

  constructor(guard: OutboundGuard, patienceMs = PATIENCE_MS) {
    this.guard = guard
    this.#patienceMs = patienceMs
  }

  /**
   * Resolves to the answer, whatever its status, within the wait allowed. A body that does not end soon, or has more than
   * 64 KB, is cut off and changes nothing: the status was known by then.
   *
   * @param signal ends the call.
   * @throws OutboundRefused when it may not be made or is not answered.
   */
  async post(address: string, letter: Letter, signal: AbortSignal): Promise<Answer> {
    const url = new URL(address)
    this.guard.admit(url)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#patienceMs)])
    try {
      return await this.#send(url, letter, deadline)
    } catch (error) {
      throw error instanceof OutboundRefused ? error : unanswered(error as Error, deadline)
    }
  }

  /** Ends every connection. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #send(url: URL, letter: Letter, signal: AbortSignal): Promise<Answer> {
    const agent = url.protocol === 'https:' ? this.#agents.https : this.#agents.http
    const options = {
      method: 'POST',
      headers: { ...letter.headers, 'content-length': Buffer.byteLength(letter.body) },
      lookup: this.guard.lookupFor(url),
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
      signal,
    }
    try {
      return await attempt(url, { ...options, agent }, letter.body)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return attempt(url, { ...options, agent: false }, letter.body)
    }
  }
}

/** The other side had closed a kept connection while we began to use it: that says nothing about the call. */
class StaleConnection extends Error {}

function attempt(url: URL, options: RequestOptions, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let answer: Answer | undefined
  let failure: NodeJS.ErrnoException | undefined
  const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
  request.on('response', (response) => {
    answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null }
    drain(response)
  })
  request.on('error', (error) => {
    failure = error
  })
  request.on('close', () => {
    if (answer) resolve(answer)
    else if (request.reusedSocket && failure?.code === 'ECONNRESET') reject(new StaleConnection())
    else reject(failure ?? new Error('The connection was closed without an answer.'))
  })
  request.end(body)
  return promise
}

/** Reads to the end, so that the connection can be used again; one that is long or slow costs the other side its connection. */
function drain(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES) response.destroy()
  })
  const rest = setTimeout(() => response.destroy(), REST_MS)
  response.on('error', () => {})
  response.on('close', () => clearTimeout(rest))
}

/** Why there is no answer, in words that any database can keep: certificates have names that strangers choose. */
function unanswered(error: Error, deadline: AbortSignal): OutboundRefused {
  if (deadline.aborted) return new OutboundRefused('There was no answer in time.', { cause: error })
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  const words = message || errors?.[0]?.message || code || error.name
  return new OutboundRefused(words.replaceAll(/\p{Cc}/gu, ' ').slice(0, WORDS), { cause: error })
}
