/** Sends raw bytes over a connection, as no HTTP client would. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { ErrorBody } from '../../contract/errors.ts';

/** A connection, and everything that came over it so far. */
export class RawConnection {
  readonly #socket: Socket;
  #heard = '';
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#heard += text;
    });
    // Some tests wait until the service cuts the connection.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
    });
  }

  static async open(t: TestContext, address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(...lines: string[]): this {
    this.#socket.write(lines.join('\r\n'));
    return this;
  }

  /** Forgets what has come so far. */
  forget(): this {
    this.#heard = '';
    return this;
  }

  hangUp(): void {
    this.#socket.destroy();
  }

  /** The bytes so far, as text. */
  get heard(): string {
    return this.#heard;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when an answer has begun, or the connection has ended. */
  async answer(): Promise<string> {
    while (!this.#heard.includes('\r\n\r\n') && !this.#isClosed)
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    return this.#heard;
  }

  async closed(): Promise<void> {
    // A connection that is cut may end with an error, at which `once` would throw.
    if (!this.#isClosed) await new Promise((resolve) => this.#socket.once('close', resolve));
  }

  /** Asserts that the service sends a refusal and ends the connection. */
  async isRefused(status: number, code: string): Promise<void> {
    await this.closed();
    const [head = '', body = ''] = this.#heard.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), this.#heard);
    assert.match(head, /\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
    assert.match(head, /\r\nx-content-type-options: nosniff\r\n/i);
    const { error, message, request_id } = JSON.parse(body) as ErrorBody;
    assert.equal(error, code);
    assert.equal(typeof message, 'string');
    assert.match(request_id, /^[0-9a-f-]{36}$/);
  }
}
