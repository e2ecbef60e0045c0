import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** A mail server that hands mails over, command by command. */
export class SmtpClient {
  readonly #socket: Socket;
  #text = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString('latin1');
    });
  }

  static async connect(where: NetConnectOpts): Promise<SmtpClient> {
    const client = new SmtpClient(connect(where));
    await client.#code();
    return client;
  }

  /** @returns the code of the answer. */
  say(line: string): Promise<number> {
    this.#socket.write(`${line}\r\n`);
    return this.#code();
  }

  /** Sends a mail. @returns the codes of so many answers. */
  async data(raw: Buffer, answers: number): Promise<number[]> {
    this.#socket.write(Buffer.concat([raw, Buffer.from('\r\n.\r\n')]));
    return Array.fromAsync({ length: answers }, () => this.#code());
  }

  end(): void {
    this.#socket.end('QUIT\r\n');
  }

  async #code(): Promise<number> {
    for (;;) {
      const [whole, code] = /^(?:\d{3}-.*\r\n)*(\d{3})(?: .*)?\r\n/.exec(this.#text) ?? [];
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length);
        return Number(code);
      }
      await once(this.#socket, 'data');
    }
  }
}
