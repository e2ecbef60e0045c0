import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** A mail server that hands mails over, command by command. */
export class SmtpClient {
  readonly #where: NetConnectOpts;
  readonly #socket: Socket;
  #text = '';

  private constructor(where: NetConnectOpts) {
    this.#where = where;
    const socket = connect(where);
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString('latin1');
    });
  }

  static async connect(where: NetConnectOpts): Promise<SmtpClient> {
    const client = new SmtpClient(where);
    await client.#code();
    return client;
  }

  /** Connects once more. */
  async another(): Promise<SmtpClient> {
    const other = await SmtpClient.connect(this.#where);
    await other.say('EHLO mx.example.com');
    return other;
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
