/** Bytes over a connection, for what no HTTP client would send. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { ErrorBody } from '../../contract/errors.ts'

/** One connection, and all that came back over it so far. */
export class Wire {
  readonly #socket: Socket
  #heard = ''
  #isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      this.#heard += text
    })
    // Being cut is what some tests wait for.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
    })
  }

  static async open(t: TestContext, address: string): Promise<Wire> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return new Wire(socket)
  }

  send(...lines: string[]): this {
    this.#socket.write(lines.join('\r\n'))
    return this
  }

  /** As if nothing had come back yet. */
  forget(): this {
    this.#heard = ''
    return this
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when an answer has begun, or the connection has ended. */
  async answer(): Promise<string> {
    while (!this.#heard.includes('\r\n\r\n') && !this.#isClosed)
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')])
    return this.#heard
  }

  async closed(): Promise<void> {
    if (!this.#isClosed) await once(this.#socket, 'close')
  }

  /** A refusal, after which the connection ends. */
  async isRefused(status: number, code: string): Promise<void> {
    await this.closed()
    const [head = '', body = ''] = this.#heard.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), this.#heard)
    assert.match(head, /\r\ncontent-type: application\/json; charset=utf-8\r\n/i)
    assert.match(head, /\r\nx-content-type-options: nosniff\r\n/i)
    const { error, message, request_id } = JSON.parse(body) as ErrorBody
    assert.equal(error, code)
    assert.equal(typeof message, 'string')
    assert.match(request_id, /^[0-9a-f-]{36}$/)
  }
}
