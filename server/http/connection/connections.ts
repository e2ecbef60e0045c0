import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { SECOND } from '../../clock.ts'

/** The last request of a connection and its answer. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * How long a connection has, in milliseconds, once the service stops. One that idles may have a request under way to us:
 * that one is answered. One on which a refused body is still being sent may not have read its answer yet.
 */
const TIMEOUTS_MS = { idle: 500, unread: 2 * SECOND, running: 8 * SECOND }
const STEP = 25

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Every connection, so that none is cut while it waits for an answer, and none keeps the service from stopping. */
export class Connections {
  readonly #last = new Map<Socket, Exchange | null>()
  #onLastClosed = () => {}

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket))
  }

  /** A request has come in. */
  take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#last.has(request.socket)) this.#add(request.socket)
    this.#last.set(request.socket, { request, response })
  }

  /** How many requests wait for the end of their answer. */
  get running(): number {
    return [...this.#last.values()].filter(isRunning).length
  }

  /** Whether anything of an answer has left, after which nothing else may be written. */
  hasBegunToAnswer(socket: Socket): boolean {
    const exchange = this.#last.get(socket) ?? null
    return isRunning(exchange) && exchange?.response.headersSent === true
  }

  /**
   * Takes no more connections. Before any answer asks its client to close, for then clients come back: one that has
   * connected by then, and has not been taken, would be cut off with its request.
   */
  shut(server: Server): void {
    // Not the method of the HTTP server: that one cuts connections on which a request may just be under way.
    Server.prototype.close.call(server)
  }

  /** Lets go of the connections there are, each in its time; resolves when there is none left. */
  async drain(): Promise<void> {
    for (const exchange of this.#last.values()) {
      if (exchange && isRunning(exchange) && !exchange.response.headersSent)
        exchange.response.setHeader('connection', 'close')
    }
    const lastClosed = new Promise<void>((resolve) => {
      this.#onLastClosed = resolve
    })
    const quietSince = new Map<Socket, number>()
    for (let waited = 0; this.#last.size > 0; waited += STEP) {
      for (const [socket, exchange] of this.#last) {
        if (isRunning(exchange)) quietSince.delete(socket)
        else if (!quietSince.has(socket)) quietSince.set(socket, waited)
        const quiet = waited - (quietSince.get(socket) ?? waited)
        if (waited >= TIMEOUTS_MS.running || quiet >= timeoutOf(exchange)) socket.destroy()
      }
      await Promise.race([after(STEP), lastClosed])
    }
  }

  #add(socket: Socket): void {
    this.#last.set(socket, null)
    socket.once('close', () => {
      this.#last.delete(socket)
      if (this.#last.size === 0) this.#onLastClosed()
    })
  }
}

const isRunning = (exchange: Exchange | null): boolean =>
  exchange !== null && !exchange.response.writableFinished && !exchange.response.destroyed

const timeoutOf = (exchange: Exchange | null): number => {
  if (isRunning(exchange)) return TIMEOUTS_MS.running
  return exchange === null || exchange.request.complete ? TIMEOUTS_MS.idle : TIMEOUTS_MS.unread
}
