import createClient, { type Client, createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { type EventOptions, hearEvents, type KwitEvent } from './events.ts';
import type { components, paths } from './interface.ts';
import { KwitError, orThrow } from './kwit-error.ts';
import { readPages } from './pages.ts';
import { type Fetch, retryingFetch, type Wait, waitByTimer } from './retrying-fetch.ts';

type Schemas = components['schemas'];
type Json = 'application/json';

/** Addresses whose GET answers with an array. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends { get: { responses: { 200: { content: Record<Json, unknown[]> } } } }
    ? Path
    : never;
}[keyof paths];

/** An item of a list, by the list's address. */
export type ItemOf<Path extends ListPath> = paths[Path]['get']['responses'][200]['content'][Json][number];

/** The path's parts and the filters that a list takes. `limit` says how large its pages are. */
export type ListParameters<Path extends ListPath> = Pick<paths[Path]['get']['parameters'], 'path' | 'query'>;

export interface KwitOptions {
  /** Where Kwit is: `https://tickets.example.com`. */
  readonly url: string;
  /** A token for programs (`kwit_pat_…`) or a session's. Without one, only what anyone may call answers. */
  readonly token?: string;
  /** The `fetch` to call instead of the platform's. */
  readonly fetch?: Fetch;
  /** How to wait before a request is sent again, instead of by a timer. */
  readonly wait?: Wait;
}

/** A file as a report or a comment takes it. A `File` is one. */
export interface NamedBlob {
  readonly name: string;
  readonly blob: Blob;
}

/**
 * A Kwit, as somebody with a token sees it.
 *
 * `GET`, `POST` and the others call an operation by its address, with types from the interface's document, and answer
 * `{ data, error, response }`: refusals are values. The other methods do what takes more than one request or header, and
 * throw a KwitError.
 */
export class Kwit {
  readonly GET: Client<paths>['GET'];
  readonly POST: Client<paths>['POST'];
  readonly PUT: Client<paths>['PUT'];
  readonly PATCH: Client<paths>['PATCH'];
  readonly DELETE: Client<paths>['DELETE'];
  readonly #url: URL;
  readonly #token: string | undefined;
  readonly #fetch: Fetch;
  readonly #wait: Wait;

  constructor({ url, token, fetch = globalThis.fetch, wait = waitByTimer }: KwitOptions) {
    this.#url = new URL(url);
    this.#token = token;
    this.#wait = wait;
    this.#fetch = retryingFetch((request) => fetch(request), wait);
    const client = createClient<paths>({ baseUrl: this.#url.origin, fetch: this.#fetch });
    client.use({ onRequest: ({ request, schemaPath }) => this.#prepare(request, schemaPath) });
    this.GET = client.GET;
    this.POST = client.POST;
    this.PUT = client.PUT;
    this.PATCH = client.PATCH;
    this.DELETE = client.DELETE;
  }

  /**
   * Sends any request to this Kwit, with the token, and again where the service says when.
   *
   * @param path from the root: `/api/tickets?limit=1`.
   * @throws KwitError when nobody answers; TypeError for an address elsewhere, which must not get the token.
   */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    const address = new URL(path, this.#url);
    if (address.origin !== this.#url.origin) throw new TypeError(`${path} is not an address of ${this.#url.origin}.`);
    const request = new Request(address, init);
    this.#prepare(request, address.pathname);
    return this.#fetch(request);
  }

  /** Reads a list to its end, one page after another. A loop that breaks off reads no further. */
  pages<Path extends ListPath>(
    path: Path,
    parameters: ListParameters<Path> = {},
  ): AsyncGenerator<ItemOf<Path>[], void, undefined> {
    const address = createFinalURL(path, {
      baseUrl: this.#url.origin,
      params: { path: parameters.path ?? {}, query: parameters.query ?? {} },
      querySerializer: createQuerySerializer(),
      pathSerializer: defaultPathSerializer,
    });
    return readPages(new URL(address), this.#fetch, (url) => new Request(url, { headers: this.#headers() }));
  }

  /** Reads a list to its end, one thing after another. */
  async *each<Path extends ListPath>(
    path: Path,
    parameters: ListParameters<Path> = {},
  ): AsyncGenerator<ItemOf<Path>, void, undefined> {
    for await (const page of this.pages(path, parameters)) yield* page;
  }

  /** Hears what happens, as it happens. A connection that is lost is opened again after the last event. */
  events(options: EventOptions = {}): AsyncGenerator<KwitEvent, void, undefined> {
    const requestOf = (lastId: string | undefined, signal: AbortSignal) =>
      new Request(new URL('/api/events/stream', this.#url), {
        headers: { ...this.#headers(), ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) },
        signal,
      });
    return hearEvents(options, { fetch: this.#fetch, wait: this.#wait, requestOf });
  }

  /** @throws KwitError `ticket_not_found` when there is none of that number that the caller may read. */
  async ticket(number: number): Promise<Schemas['TicketDetail']> {
    const [row] = await orThrow(this.GET('/api/tickets', { params: { query: { number, view: 'row' } } }));
    if (row === undefined) throw new KwitError('ticket_not_found', `There is no ticket ${number}.`, 404);
    return orThrow(this.GET('/api/tickets/{id}', { params: { path: { id: row.id } } }));
  }

  /** @param key makes it one ticket however often it is called with this key within 24 hours; at random unless given. */
  openTicket(
    draft: Schemas['TicketDraft'],
    { files = [], key }: { files?: readonly NamedBlob[]; key?: string } = {},
  ): Promise<Schemas['TicketCreated']> {
    const params = key === undefined ? {} : { header: { 'idempotency-key': key } };
    return orThrow(this.POST('/api/tickets', { params, body: draft, bodySerializer: withFiles(files) }));
  }

  /** @param key as of `openTicket`. */
  comment(
    { id }: { readonly id: string },
    draft: Schemas['CommentDraft'],
    { files = [], key }: { files?: readonly NamedBlob[]; key?: string } = {},
  ): Promise<Schemas['Comment']> {
    const params = { path: { id }, ...(key === undefined ? {} : { header: { 'idempotency-key': key } }) };
    return orThrow(this.POST('/api/tickets/{id}/comments', { params, body: draft, bodySerializer: withFiles(files) }));
  }

  /**
   * Changes a ticket that the caller has read.
   *
   * @throws KwitError `precondition_failed` when somebody has changed it since, with nothing changed.
   */
  changeTicket(
    { id, version }: { readonly id: string; readonly version: number },
    changes: Schemas['TicketChanges'],
  ): Promise<Schemas['Ticket']> {
    const params = { path: { id }, header: { 'if-match': `"${version}"` } };
    return orThrow(this.PATCH('/api/tickets/{id}', { params, body: changes }));
  }

  /** Closes a ticket with the answer that its reporter reads. @throws KwitError as `changeTicket`. */
  closeTicket(ticket: { readonly id: string; readonly version: number }, answer: string): Promise<Schemas['Ticket']> {
    return this.changeTicket(ticket, { status: 'closed', closure_summary: answer });
  }

  #headers(): Record<string, string> {
    return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  #prepare(request: Request, path: string): void {
    for (const [name, value] of Object.entries(this.#headers())) request.headers.set(name, value);
    const isDoneOnce = request.method === 'POST' && DONE_ONCE.includes(path);
    if (isDoneOnce && !request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', randomKey());
  }
}

/** Operations that are done once for each `Idempotency-Key`. */
const DONE_ONCE: readonly string[] = ['/api/tickets', '/api/tickets/{id}/comments'] satisfies (keyof paths)[];

/** It also works on a page that is not served by https, where there is no `randomUUID`. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Writes a draft as JSON, or as a form when files come with it. Fields that are null stay out of a form. */
function withFiles(files: readonly NamedBlob[]): (draft: object) => string | FormData {
  return (draft) => {
    if (files.length === 0) return JSON.stringify(draft);
    const form = new FormData();
    for (const [name, value] of Object.entries(draft))
      if (value !== undefined && value !== null)
        form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    for (const { name, blob } of files) form.append('attachments', blob, name);
    return form;
  };
}
