/** The HTTP client of the service: it sends the token, reads refusals and pages, and caches answers by their ETag. */
import type { SearchStep } from '../../../contract/words.ts';
import { errorOfResponse, KwitError, type KwitErrorCode } from '../../../packages/client/kwit-error.ts';
import { nextAddress } from '../../../packages/client/pages.ts';
import { setClock } from '../clock.ts';
import type { Address, Answered, BodyOf, ItemsOf, QueryOf } from './operations.ts';
import { removeToken, token } from './token.ts';

export { KwitError };

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

interface Request {
  json?: unknown;
  form?: FormData;
  version?: number;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The body of a write: JSON as the document has it, or a form. */
export interface Call<M extends WriteMethod, A extends string> extends Request {
  query?: QueryOf<Lowercase<M>, A>;
  json?: BodyOf<Lowercase<M>, A>;
}

/** Where a page of a list is. */
export type PageAddress<T> = string & { readonly item?: T };

export interface Page<T> {
  items: T[];
  next: PageAddress<T> | undefined;
  /** How loosely the words of a search had to be taken to find these; undefined when nothing was found or looked for. */
  step: SearchStep | undefined;
  /** How many there are on all pages; undefined where the list does not say. */
  total?: number;
}

interface CachedAnswer {
  etag: string;
  body: unknown;
}

const MOST_CACHED = 60;
const cache = new Map<string, CachedAnswer>();
let onSignedOut: () => void = () => {};

/** Sets what to call when the service no longer accepts the token. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

let onRefusal: (code: string) => Promise<void> = async () => {};

/** Sets what is done before a refusal reaches whoever asked: its sentence is loaded. */
export function whenRefused(prepare: (code: string) => Promise<void>): void {
  onRefusal = prepare;
}

export function clearAnswerCache(): void {
  cache.clear();
}

/** The address of an operation that reads. */
export const address = <const A extends Address<'get'>>(path: A, query?: QueryOf<'get', A>): PageAddress<ItemsOf<A>> =>
  addressWith(path, query);

function addressWith(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

function headersOf(call: Request): Headers {
  const headers = new Headers();
  const bearer = token();
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (call.json !== undefined) headers.set('Content-Type', 'application/json');
  if (call.version !== undefined) headers.set('If-Match', `"${call.version}"`);
  if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  return headers;
}

export async function send(method: string, url: string, call: Request = {}): Promise<Response> {
  const headers = headersOf(call);
  const cached = method === 'GET' ? cache.get(url) : undefined;
  if (cached) headers.set('If-None-Match', cached.etag);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      // A DELETE that is sent while the tab closes still arrives.
      keepalive: method === 'DELETE',
      ...(call.json !== undefined ? { body: JSON.stringify(call.json) } : {}),
      ...(call.form ? { body: call.form } : {}),
      ...(call.signal ? { signal: call.signal } : {}),
    });
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new KwitError('unreachable', 'unreachable');
  }
  return accepted(response, () => (call.form ? formSize(call.form) : (JSON.stringify(call.json)?.length ?? 0)));
}

/** A proxy let the request not through, because it is larger than the proxy allows. */
export class TooLargeForProxy extends KwitError {
  /** The size of the request, in bytes. */
  readonly size: number;

  constructor(size: number) {
    super('payload_too_large', `A proxy refused ${size} bytes.`, 413);
    this.size = size;
  }
}

/** A form with files under one name. */
export function formWith(name: string, ...files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(name, file);
  return form;
}

/** The bytes of a form, about. */
export const formSize = (form: FormData): number =>
  [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0);

/** The meaning of a status that a proxy answers in the place of the service. */
const codeOfProxy = (status: number): KwitErrorCode => {
  if (status === 429) return 'too_many_requests';
  const isAway = (status > 501 && status < 505) || status > 519;
  return isAway ? 'unreachable' : 'unexpected_answer';
};

/**
 * The one reading of every answer. Calls the listener of `whenSignedOut` when the session has ended.
 *
 * @param size of what was sent, in bytes.
 * @returns the answer, which is no refusal.
 * @throws KwitError
 */
export async function accepted(response: Response, size: () => number): Promise<Response> {
  setClock(response.headers.get('Date'));
  const { status } = response;
  if (response.ok || status === 304) return response;
  const error = await errorOfResponse(response);
  if (error.code === 'unauthorized') {
    removeToken();
    onSignedOut();
  }
  if (error.code !== 'unexpected_answer') {
    await onRefusal(error.code);
    throw error;
  }
  if (status === 413) {
    await onRefusal('too_large_for_proxy');
    throw new TooLargeForProxy(size());
  }
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  throw new KwitError(codeOfProxy(status), error.message, status, undefined, { retryAfter });
}

const notOfKwit = ({ status }: Response): KwitError =>
  new KwitError('unexpected_answer', 'What was answered is not what Kwit answers.', status);

/** The body of an answer; undefined when it has none. @throws KwitError for a page of a proxy, an empty or a cut body. */
export async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const text = await response.text().catch(() => {
    throw new KwitError('unreachable', 'unreachable');
  });
  try {
    return JSON.parse(text) as T;
  } catch {
    throw notOfKwit(response);
  }
}

/** Fetches a file. Kwit answers no page there, so that a page is a proxy's. */
export async function blobOf(url: string): Promise<Blob> {
  const response = await send('GET', url);
  if (/^text\/html\b/.test(response.headers.get('Content-Type') ?? '')) throw notOfKwit(response);
  return response.blob().catch(() => {
    throw new KwitError('unreachable', 'unreachable');
  });
}

async function read<T>(url: string, response: Response): Promise<T> {
  if (response.status === 304) return cache.get(url)?.body as T;
  const body = await bodyOf<T>(response);
  const etag = response.headers.get('ETag');
  if (etag && response.url.includes('/api/')) {
    cache.delete(url);
    cache.set(url, { etag, body });
    const oldest = cache.keys().next().value;
    if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  }
  return body;
}

export async function get<const A extends Address<'get'>>(
  path: A,
  query?: QueryOf<'get', A>,
  signal?: AbortSignal,
): Promise<Answered<'get', A>> {
  const url = addressWith(path, query);
  return read<Answered<'get', A>>(url, await send('GET', url, signal ? { signal } : {}));
}

/** Reads one page of a list; `next` is the address that the `Link` header names. */
export async function getPage<T>(url: PageAddress<T>, signal?: AbortSignal): Promise<Page<T>> {
  return pageAt(url, (body: T[]) => body, signal);
}

/** Reads a page of a list that stands in an object. */
export async function pageAt<T, B>(
  url: PageAddress<T>,
  itemsOf: (body: B) => T[],
  signal?: AbortSignal,
): Promise<Page<T>> {
  const response = await send('GET', url, signal ? { signal } : {});
  if (response.status === 304) return cache.get(url)?.body as Page<T>;
  const next = nextAddress(response, new URL(url, location.origin));
  const step = (response.headers.get('Kwit-Search') ?? undefined) as SearchStep | undefined;
  const total = response.headers.get('Kwit-Total');
  const items = itemsOf(await bodyOf<B>(response));
  if (!Array.isArray(items)) throw notOfKwit(response);
  const page = {
    items,
    next: next === null ? undefined : next.pathname + next.search,
    step,
    ...(total === null ? {} : { total: Number(total) }),
  };
  const etag = response.headers.get('ETag');
  if (etag) cache.set(url, { etag, body: page });
  return page;
}

/** Reads a list to its end, page by page: a chooser needs all of it. */
export async function getAll<const A extends Address<'get'>>(
  path: A,
  query?: QueryOf<'get', A>,
  signal?: AbortSignal,
): Promise<ItemsOf<A>[]> {
  const all: ItemsOf<A>[] = [];
  for (let next: PageAddress<ItemsOf<A>> | undefined = address(path, query); next !== undefined; ) {
    const page: Page<ItemsOf<A>> = await getPage(next, signal);
    all.push(...page.items);
    next = page.next;
  }
  return all;
}

export async function write<M extends WriteMethod, const A extends Address<Lowercase<M>>>(
  method: M,
  path: A,
  call: Call<M, A> = {},
): Promise<Answered<Lowercase<M>, A>> {
  const response = await send(method, addressWith(path, call.query), call);
  return withAct(response, await bodyOf<Answered<Lowercase<M>, A>>(response));
}

const acts = new WeakMap<object, string>();
const ownActs: string[] = [];

/** Hangs the act that an answer names on what it brought: on an empty object where it brought nothing. */
function withAct<T>({ headers, url }: Response, body: T): T {
  const act = headers.get('Kwit-Act');
  if (act === null) return body;
  const answer = (body ?? {}) as T & object;
  acts.set(answer, act);
  // An undo is not an act to be undone next.
  if (!url.endsWith('/undo')) ownActs.push(act);
  return answer;
}

/** The act of the request that brought this answer; undefined where nothing was changed. */
export const actOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? acts.get(answer) : undefined;

/** The last act of this window; undefined when there is none any more. */
export const lastOwnAct = (): string | undefined => ownActs.at(-1);

/** Says of acts that they are taken back. */
export function forgetActs(ids: readonly string[]): void {
  for (const id of ids) if (ownActs.includes(id)) ownActs.splice(ownActs.indexOf(id), 1);
}

/** Makes a random key. It also works outside a secure context, such as on a plain http address. */
export function randomKey(): string {
  const values = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}
