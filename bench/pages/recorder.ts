/** Stands between a browser and Kwit, and notes each request that reaches Kwit. */
import { once } from 'node:events';
import {
  type Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  /** Bytes of the answer's body as they were sent; of a stream those until the page was left. */
  readonly bytes: number;
}

/** These headers belong to one connection, and do not go on to the next. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));

/** Live events stay open for as long as the page does. */
export const isStream = (path: string): boolean => path.startsWith('/api/events/stream');

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await message.toArray();
  return Buffer.concat(chunks).toString();
}

export class Recorder {
  readonly url: string;
  readonly #server: Server;
  #requests: (Omit<Recorded, 'bytes' | 'status'> & { status: number; bytes: number; isOver: boolean })[] = [];

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param port of the Kwit to which it passes everything on. */
  static async start(port: number, agent: Agent): Promise<Recorder> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const recorder = new Recorder(server);
    server.on('request', async (incoming, answer) => {
      const { method = 'GET', url: path = '/', headers } = incoming;
      const body = await bodyOf(incoming);
      const noted = { method, path, headers: passedOn(headers), body, status: 0, bytes: 0, isOver: false };
      recorder.#requests.push(noted);
      const sent = request({ port, agent, method, path, headers: noted.headers }, (received) => {
        noted.status = received.statusCode ?? 0;
        answer.writeHead(noted.status, passedOn(received.headers));
        received.on('data', (chunk: Buffer) => {
          noted.bytes += chunk.length;
        });
        received.on('close', () => {
          noted.isOver = true;
        });
        received.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      answer.on('close', () => sent.destroy());
      sent.end(body);
    });
    return recorder;
  }

  /** Waits until the page asks for no more. @returns what was asked since the last time. */
  async untilQuiet(): Promise<readonly Recorded[]> {
    let [quiet, before] = [0, -1];
    while (quiet < QUIET_LOOKS) {
      await wait(LOOK_MS);
      const isWaiting = this.#requests.some(({ path, isOver }) => !isOver && !isStream(path));
      quiet = isWaiting || this.#requests.length !== before ? 0 : quiet + 1;
      before = this.#requests.length;
    }
    return this.#requests.splice(0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const LOOK_MS = 100;
/** A page that has asked for nothing for so many looks has what it wants. */
const QUIET_LOOKS = 12;
