import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { parseJson } from '../json-rows.ts';

/** How long a service may take for one answer. */
const PATIENCE = 60 * SECOND;
/** Between the five tries of one request. A service may ask for longer ones. */
const PAUSES = [0.5, 1, 2, 4].map((seconds) => seconds * SECOND);
/** A service that asks for a longer pause does not answer. */
const LONGEST_PAUSE = 15 * 60 * SECOND;
const MOST_REDIRECTS = 5;

/** A try that may go better the next time. */
class Stumble extends Error {
  /** In milliseconds; null where the service did not say. */
  readonly pause: number | null;

  constructor(message: string, pause: number | null = null) {
    super(message);
    this.pause = pause;
  }
}

/** Passes the time between two tries. */
export type Wait = (ms: number) => Promise<unknown>;

/** Reads another product. It asks by GET alone, and the key stands in a header, never in an address. */
export class RestClient {
  readonly #site: URL;
  readonly #header: Readonly<Record<string, string>>;
  readonly #wait: Wait;
  /** The paths of answers that the key may not read. */
  readonly refused = new Set<string>();

  /**
   * @param header has the key.
   * @param wait between two tries.
   * @throws ImportRefused for an address that a key must not be sent to.
   */
  constructor(address: string, header: Readonly<Record<string, string>>, wait: Wait = pause) {
    const site = URL.parse(address.endsWith('/') ? address : `${address}/`);
    if (site === null || site.username !== '' || site.password !== '')
      throw new ImportRefused(`${address} is no address of a service, without a name or a password.`);
    this.#site = site;
    this.#header = header;
    this.#wait = wait;
  }

  /** @returns null where there is no such thing, or the key does not read it. @throws ImportRefused after five tries. */
  json(path: string): Promise<unknown> {
    const url = new URL(path, this.#site);
    return this.#patiently(url, false, async (answer) => jsonOf(await answer.text(), path));
  }

  /**
   * Reads a file. One that is named under another host is asked of the site itself: a service behind a proxy tells the name
   * that it has inside.
   *
   * @returns null where it does not come.
   */
  async file(address: string): Promise<Buffer | null> {
    const named = URL.parse(address, this.#site);
    if (named === null || !/^https?:$/.test(named.protocol)) return null;
    const url = named.origin === this.#site.origin ? named : new URL(`${named.pathname}${named.search}`, this.#site);
    try {
      return await this.#patiently(url, true, async (answer) => Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      if (error instanceof ImportRefused) return null;
      throw error;
    }
  }

  /** @param mayLeave whether it may lead to another place. */
  async #patiently<T>(url: URL, mayLeave: boolean, read: (answer: Response) => Promise<T>): Promise<T | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await this.#get(url, mayLeave);
        return answer === null ? null : await read(answer).catch(throwStumble);
      } catch (error) {
        const usual = PAUSES[tries];
        if (!(error instanceof Stumble)) throw error;
        if (usual === undefined || (error.pause ?? 0) > LONGEST_PAUSE)
          throw new ImportRefused(
            `${url.origin}${url.pathname} ${error.message}, and was asked ${tries + 1} times. With --save, what was fetched is kept: the same command goes on from there.`,
          );
        await this.#wait(error.pause ?? usual);
      }
    }
  }

  async #get(first: URL, mayLeave: boolean): Promise<Response | null> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await this.#ask(url);
      if (answer.ok) return answer;
      await answer.body?.cancel();
      const { status } = answer;
      if (status === 403 && !mayLeave) this.refused.add(`${first.pathname}${first.search}`);
      if (status === 403 || status === 404) return null;
      if (status === 401) throw new ImportRefused(`${url.origin} does not take the key.`);
      if (status === 429 || status >= 500) throw new Stumble(`answers ${status}`, pauseIn(answer.headers));
      if (status < 300 || status >= 400) throw new ImportRefused(`${url.href} answers ${status}.`);
      const to = URL.parse(answer.headers.get('location') ?? '', url);
      if (to === null || !/^https?:$/.test(to.protocol) || (to.origin !== this.#site.origin && !mayLeave))
        throw new ImportRefused(`${url.href} leads elsewhere: give the address to which it leads.`);
      url = to;
    }
    throw new ImportRefused(`${first.href} leads in a circle.`);
  }

  /** Another place must not be given the key. */
  #ask(url: URL): Promise<Response> {
    const headers = url.origin === this.#site.origin ? this.#header : {};
    const signal = AbortSignal.timeout(PATIENCE);
    return fetch(url, { headers: { accept: 'application/json', ...headers }, redirect: 'manual', signal }).catch(
      throwStumble,
    );
  }
}

/** Half a body of JSON is none. */
function jsonOf(text: string, path: string): unknown {
  try {
    return parseJson(text, path);
  } catch (error) {
    throw new Stumble(`does not answer whole: ${(error as Error).message}`);
  }
}

function throwStumble(error: unknown): never {
  if (error instanceof Stumble || !(error instanceof Error)) throw error;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  throw new Stumble(`does not answer: ${error.message}${cause}`);
}

/** Seconds, or a moment by the service's clock. @returns milliseconds; null where it says neither. */
function pauseIn(headers: Headers): number | null {
  const [after, now] = [headers.get('retry-after'), headers.get('date')];
  if (after === null) return null;
  const ms = /^\d+$/.test(after) ? Number(after) * SECOND : Date.parse(after) - Date.parse(now ?? '');
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
