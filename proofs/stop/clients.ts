/** Clients that are busy with the service when it is asked to stop. */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../server/testing/caller.ts';
import { DRAFT } from '../../server/testing/cast.ts';

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` });

/**
 * A client behind a balancer that looks at /ready before each request, which takes a connection of its own.
 * @returns what it heard, to the first answer or error by which it went elsewhere.
 */
export async function askWhileReady(address: string): Promise<(number | string)[]> {
  const ask = (path: string) =>
    new Promise<number | string>((resolve) => {
      const sent = request(address + path, { agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
    });
  const heard: (number | string)[] = [];
  for (;;) {
    heard.push(await ask('/ready'), await ask('/api/settings/public'));
    if (heard.some((outcome) => outcome !== 200)) return heard;
  }
}

/** Clients that read and report in turns over connections that stay open, until the service takes no request any more. */
export class ReportingClients {
  readonly #agent: Agent;
  readonly #clients: Promise<number | string>[];
  #reported = 0;
  #onReported = () => {};

  constructor(caller: Caller, count: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: count });
    this.#clients = Array.from({ length: count }, () => this.#readAndReport(caller));
  }

  /** How many reports the service has acknowledged. */
  get reported(): number {
    return this.#reported;
  }

  async untilReported(reports: number): Promise<void> {
    while (this.#reported < reports) await new Promise<void>((resolve) => (this.#onReported = resolve));
  }

  /** Waits until every client has ended. @returns for each the unexpected status, or the code of the error, that ended it. */
  async outcomes(): Promise<(number | string)[]> {
    const outcomes = await Promise.all(this.#clients);
    this.#agent.destroy();
    return outcomes;
  }

  async #readAndReport(caller: Caller): Promise<number | string> {
    for (;;) {
      const read = await statusOf(caller, this.#agent, 'GET', '/api/tickets?limit=5');
      if (read !== 200) return read;
      const reported = await statusOf(caller, this.#agent, 'POST', '/api/tickets', DRAFT);
      if (reported !== 201) return reported;
      this.#reported += 1;
      this.#onReported();
    }
  }
}

/** Sends one request over a connection that stays open. @returns the status of its answer, or the code of the error. */
function statusOf(caller: Caller, agent: Agent, method: string, path: string, body?: object) {
  return new Promise<number | string>((resolve) => {
    const text = body && JSON.stringify(body);
    const headers = { ...bearer(caller), ...(text ? { 'content-type': 'application/json' } : {}) };
    const fails = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const sent = request(caller.address + path, { method, headers, agent }, (answer) => {
      answer.resume().on('error', fails);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', fails).end(text);
  });
}

/** An open live stream. */
export class StreamListener {
  readonly #ended: Promise<string>;
  #received = 0;

  private constructor(answer: IncomingMessage) {
    answer.setEncoding('utf8').on('data', (text: string) => {
      this.#received += text.split('event: ').length - 1;
    });
    this.#ended = new Promise((resolve) => {
      // A chunked answer is complete only with its last chunk.
      answer.on('end', () => resolve(answer.complete ? 'cleanly' : 'cut'));
      answer.on('error', ({ message }) => resolve(message));
    });
  }

  static async open(caller: Caller): Promise<StreamListener> {
    const sent = request(`${caller.address}/api/events/stream`, { headers: bearer(caller), agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return new StreamListener(answer);
  }

  get received(): number {
    return this.#received;
  }

  /** Resolves when the stream ends: `cleanly`, `cut`, or with the message of an error. */
  get ended(): Promise<string> {
    return this.#ended;
  }
}

const PIECE_BYTES = 50_000;
const BOUNDARY = 'half-and-half';

/** An upload of which only the first half has been sent. */
export class Upload {
  readonly #sent: ClientRequest;
  /** A refusal may come before the rest is sent. */
  readonly #answered: Promise<IncomingMessage>;
  readonly #rest: Buffer;

  constructor(caller: Caller, ticket: { id: string }, name: string, content: Buffer) {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="attachments"; filename="${name}"\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${head}content-type: text/plain\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const half = Math.floor(body.length / 2);
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': body.length };
    const path = `${caller.address}/api/tickets/${ticket.id}/attachments`;
    this.#sent = request(path, { method: 'POST', headers: { ...bearer(caller), ...type }, agent: false });
    this.#answered = once(this.#sent, 'response').then(([answer]) => answer);
    this.#answered.catch(() => {});
    this.#sent.write(body.subarray(0, half));
    this.#rest = body.subarray(half);
  }

  /** Sends the second half in pieces, ten a second. @returns the status of the answer. */
  async finish(): Promise<number | undefined> {
    for (let at = 0; at < this.#rest.length; at += PIECE_BYTES) {
      await wait(100);
      this.#sent.write(this.#rest.subarray(at, at + PIECE_BYTES));
    }
    this.#sent.end();
    const answer = await this.#answered;
    if (!answer.readableEnded) await once(answer.resume(), 'end');
    return answer.statusCode;
  }
}
