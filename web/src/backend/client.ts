/** The HTTP client of the service: it sends the token, reads refusals and pages, and caches answers by their ETag. */
import type { ErrorBody, FailureCode, FieldProblem } from '../../../contract/errors.ts';
import type { SearchStep } from '../../../contract/words.ts';
import { removeToken, token } from './token.ts';

/** `unreachable`: the browser got no answer at all. */
export type RefusalCode = FailureCode | 'unreachable';

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly requestId: string;
  readonly details: FieldProblem[];
  readonly retryAfter: number;

  constructor(code: RefusalCode, status: number, body?: Partial<ErrorBody>, retryAfter = 0) {
    super(body?.message ?? code);
    this.code = code;
    this.status = status;
    this.requestId = body?.request_id ?? '';
    this.details = body?.details ?? [];
    this.retryAfter = retryAfter;
  }
}

type Query = Record<string, string | number | boolean | undefined | null>;

export interface Call {
  query?: Query;
  json?: unknown;
  form?: FormData;
  version?: number;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Page<T> {
  items: T[];
  next: string | undefined;
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

export function clearAnswerCache(): void {
  cache.clear();
}

export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

function headersOf(call: Call): Headers {
  const headers = new Headers();
  const bearer = token();
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (call.json !== undefined) headers.set('Content-Type', 'application/json');
  if (call.version !== undefined) headers.set('If-Match', `"${call.version}"`);
  if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  return headers;
}

export async function send(method: string, url: string, call: Call = {}): Promise<Response> {
  const headers = headersOf(call);
  const known = method === 'GET' ? cache.get(url) : undefined;
  if (known) headers.set('If-None-Match', known.etag);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      // What is removed while the tab closes is removed.
      keepalive: method === 'DELETE',
      ...(call.json !== undefined ? { body: JSON.stringify(call.json) } : {}),
      ...(call.form ? { body: call.form } : {}),
      ...(call.signal ? { signal: call.signal } : {}),
    });
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new Refusal('unreachable', 0);
  }
  if (response.ok || response.status === 304) return response;
  throw await refusalOf(response);
}

/** Reads a refusal from the response. Calls the listener of `whenSignedOut` when the session has ended. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const code = body.error ?? (response.status === 503 ? 'service_unavailable' : 'internal_error');
  if (code === 'unauthorized') {
    removeToken();
    onSignedOut();
  }
  return new Refusal(code, response.status, body, Number(response.headers.get('Retry-After') ?? 0));
}

async function read<T>(url: string, response: Response): Promise<T> {
  if (response.status === 304) return cache.get(url)?.body as T;
  if (response.status === 204) return undefined as T;
  const body = (await response.json()) as T;
  const etag = response.headers.get('ETag');
  if (etag && response.url.includes('/api/')) {
    cache.delete(url);
    cache.set(url, { etag, body });
    const oldest = cache.keys().next().value;
    if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  }
  return body;
}

export async function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  const url = address(path, query);
  return read<T>(url, await send('GET', url, signal ? { signal } : {}));
}

/** Reads one page of a list; `next` is the address that the `Link` header names. */
export async function getPage<T>(url: string, signal?: AbortSignal): Promise<Page<T>> {
  const response = await send('GET', url, signal ? { signal } : {});
  if (response.status === 304) return cache.get(url)?.body as Page<T>;
  const items = (await response.json()) as T[];
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '')?.[1];
  const step = (response.headers.get('Kwit-Search') ?? undefined) as SearchStep | undefined;
  const total = response.headers.get('Kwit-Total');
  const page = {
    items,
    next: next === undefined ? undefined : withoutOrigin(next),
    step,
    ...(total === null ? {} : { total: Number(total) }),
  };
  const etag = response.headers.get('ETag');
  if (etag) cache.set(url, { etag, body: page });
  return page;
}

/** Reads a list to its end, page by page: a chooser needs all of it. */
export async function getAll<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  for (let next: string | undefined = address(path, query); next !== undefined; ) {
    const page: Page<T> = await getPage<T>(next, signal);
    all.push(...page.items);
    next = page.next;
  }
  return all;
}

function withoutOrigin(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

export async function write<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, call: Call = {}): Promise<T> {
  const url = address(path, call.query);
  const response = await send(method, url, call);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

/** Makes a random key. It also works outside a secure context, such as on a plain http address. */
export function randomKey(): string {
  const values = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}
