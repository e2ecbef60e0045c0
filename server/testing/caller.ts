import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ErrorBody, FailureCode } from '../../contract/errors.ts';

/** The answer to a request, and assertions on it. */
export class Answer<T> {
  readonly status: number;
  readonly bytes: Buffer;
  readonly #received: IncomingMessage;

  constructor(received: IncomingMessage, bytes: Buffer) {
    this.status = received.statusCode ?? 0;
    this.bytes = bytes;
    this.#received = received;
  }

  get headers(): Headers {
    const all = Object.entries(this.#received.headersDistinct);
    return new Headers(all.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value])));
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  /** Asserts the status. @returns the body. */
  is(status: number): T {
    assert.equal(this.status, status, this.text.slice(0, 500));
    return this.bytes.length === 0 ? (undefined as T) : (JSON.parse(this.text) as T);
  }

  /** Asserts a refusal of that status and code. @returns its body. */
  isRefused(status: number, code: FailureCode): ErrorBody {
    const body = JSON.parse(this.text) as ErrorBody;
    assert.deepEqual([this.status, body.error], [status, code], this.text.slice(0, 500));
    assert.equal(typeof body.message, 'string');
    assert.match(body.request_id, /^[0-9a-f-]{36}$/);
    const fields = [
      ...['error', 'message', 'request_id', 'details', 'feature'],
      ...['id', 'at', 'user_id', 'projects', 'gain', 'lose', 'ticket', 'act', 'challenge_id', 'options', 'key', 'keys'],
    ];
    assert.deepEqual(
      Object.keys(body).filter((key) => !fields.includes(key)),
      [],
    );
    return body;
  }

  /** Asserts a `validation_error`. @returns the paths that it names. */
  isInvalid(): string[] {
    const { details } = this.isRefused(400, 'validation_error');
    return [...new Set((details ?? []).map(({ path }) => path))].sort();
  }

  /** The address of the next page, if there is one. */
  get next(): string | null {
    return /^<([^>]+)>; rel="next"$/.exec(this.headers.get('link') ?? '')?.[1] ?? null;
  }
}

type Extra = Record<string, string>;

/** Connections stay open for the next request. A browser's `fetch` would take three times the CPU, of which a test asks much. */
const agent = new Agent({ keepAlive: true });

/** A client of the API, with a token or without. It follows no redirect, and of a live stream, which has no end, it reads the head. */
export class Caller {
  readonly address: string;
  readonly token: string | null;

  constructor(address: string, token: string | null = null) {
    this.address = address;
    this.token = token;
  }

  async send<T>(method: string, path: string, body?: string | FormData | null, extra: Extra = {}): Promise<Answer<T>> {
    const form = body instanceof FormData ? new Response(body) : null;
    const bytes = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(`${body ?? ''}`);
    const headers = {
      'user-agent': 'node',
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
      ...(body === undefined || body === null ? {} : { 'content-length': bytes.length }),
      ...extra,
    };
    const sent = request(this.address + path, { method, headers, agent });
    // A client that is answered before all was sent may find the connection closed.
    sent.on('error', () => {}).end(bytes);
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    const isEndless = method === 'GET' && received.headers['content-type']?.startsWith('text/event-stream');
    if (isEndless) received.destroy();
    return new Answer<T>(received, isEndless ? Buffer.alloc(0) : await buffer(received));
  }

  get<T>(path: string, extra?: Extra): Promise<Answer<T>> {
    return this.send('GET', path, null, extra);
  }

  put<T = void>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('PUT', path, body, extra);
  }

  delete(path: string, extra?: Extra): Promise<Answer<void>> {
    return this.send('DELETE', path, null, extra);
  }

  post<T>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('POST', path, body, extra);
  }

  patch<T>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('PATCH', path, body, extra);
  }

  #sendJson<T>(method: string, path: string, body?: object, extra: Extra = {}): Promise<Answer<T>> {
    if (body === undefined || body instanceof FormData) return this.send(method, path, body, extra);
    return this.send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...extra });
  }
}
