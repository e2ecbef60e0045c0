import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { type OutboundGuard, OutboundRefused } from './outbound-guard.ts';

/** How long a call may take in all, in milliseconds (docs/rules/service.md#calls-out). */
export const CALL_TIMEOUT_MS = 15_000;
/** How long to wait for the rest of an answer once its status is known, in milliseconds. */
const REST_MS = 1000;
const ANSWER_BYTES = 64 * 1024;
/** How long to keep a connection without a call, in milliseconds. */
const IDLE_MS = 5000;
const READ_BYTES = 256 * 1024;
const WORDS_LENGTH = 500;

export interface OutboundRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request whose answer is read. */
export interface OutboundQuestion extends OutboundRequest {
  readonly method: string;
}

/** The parts of an answer that Kwit acts on. It reads the body and throws it away. */
export interface OutboundAnswer {
  readonly status: number;
  /** The header `Retry-After` as it was sent. */
  readonly retryAfter: string | null;
}

/**
 * Calls addresses that developers typed in and that the guard permits. It follows no redirect, uses no proxy of the
 * environment, and checks that the certificate is for the name. It keeps connections for the next call.
 */
export class Outbound {
  readonly guard: OutboundGuard;
  readonly #timeoutMs: number;
  readonly #agents = {
    http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };

  constructor(guard: OutboundGuard, timeoutMs = CALL_TIMEOUT_MS) {
    this.guard = guard;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Resolves to the answer, whatever its status, within the timeout. It cuts off a body that does not end soon or has
   * more than 64 KB; that changes nothing, for the status is known by then.
   *
   * @param signal ends the call.
   * @throws OutboundRefused when the call may not be made, or gets no answer.
   */
  post(address: string, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
    return this.#call(address, { ...request, method: 'POST' }, deadline, (url, options) => {
      const agent = url.protocol === 'https:' ? this.#agents.https : this.#agents.http;
      return attempt(url, { ...options, agent }, request.body).catch((error: unknown) => {
        if (!(error instanceof StaleConnection)) throw error;
        return attempt(url, { ...options, agent: false }, request.body);
      });
    });
  }

  /**
   * Asks for an answer that Kwit reads: at most 256 KB of it. As `post`, it follows no redirect.
   *
   * @param timeoutMs how long it may take in all, in milliseconds.
   * @throws OutboundRefused when the call may not be made, or gets no answer.
   */
  ask(address: string, question: OutboundQuestion, timeoutMs: number): Promise<Response> {
    return this.#call(address, question, AbortSignal.timeout(timeoutMs), (url, options) =>
      readAnswer(url, { ...options, agent: false }, question.body),
    );
  }

  /** Ends every connection. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  async #call<T>(
    address: string,
    { method, headers, body }: OutboundQuestion,
    signal: AbortSignal,
    send: (url: URL, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const url = new URL(address);
    this.guard.admit(url);
    try {
      return await send(url, {
        method,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: this.guard.lookupFor(url),
        // Also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
        rejectUnauthorized: true,
        signal,
      });
    } catch (error) {
      throw error instanceof OutboundRefused ? error : unanswered(error as Error, signal);
    }
  }
}

const requestTo = (url: URL, options: RequestOptions) =>
  url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);

async function readAnswer(url: URL, options: RequestOptions, body: string): Promise<Response> {
  const request = requestTo(url, options);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject).end(body);
  const answer = await promise;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > READ_BYTES) throw new OutboundRefused('The answer is too long.');
    parts.push(part);
  }
  const status = answer.statusCode ?? 0;
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = status >= 200 && status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? Buffer.concat(parts) : null, { status: Math.max(status, 200), headers });
}

/** The other side closed a kept connection just when Kwit began to use it: the call may be made again. */
class StaleConnection extends Error {}

function attempt(url: URL, options: RequestOptions, body: string): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  let answer: OutboundAnswer | undefined;
  let failure: NodeJS.ErrnoException | undefined;
  const request = requestTo(url, options);
  request.on('response', (response) => {
    answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
    drain(response);
  });
  request.on('error', (error) => {
    failure = error;
  });
  request.on('close', () => {
    if (answer) resolve(answer);
    else if (request.reusedSocket && failure?.code === 'ECONNRESET') reject(new StaleConnection());
    else reject(failure ?? new Error('The connection was closed without an answer.'));
  });
  request.end(body);
  return promise;
}

/**
 * Reads the body to its end, so that the connection can be used again. A body that is too long or too slow ends the
 * connection.
 */
function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
  const rest = setTimeout(() => response.destroy(), REST_MS);
  response.on('error', () => {});
  response.on('close', () => clearTimeout(rest));
}

/**
 * Says why there is no answer, without control characters: certificates have names that strangers choose, and no
 * database keeps a NUL.
 */
function unanswered(error: Error, deadline: AbortSignal): OutboundRefused {
  if (deadline.aborted) return new OutboundRefused('There was no answer in time.', { cause: error });
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  const words = message || errors?.[0]?.message || code || error.name;
  return new OutboundRefused(words.replaceAll(/\p{Cc}/gu, ' ').slice(0, WORDS_LENGTH), { cause: error });
}
