import { errorOfResponse, KwitError } from './kwit-error.ts';
import type { Fetch } from './retrying-fetch.ts';

/** The address of the next page (RFC 8288); null on the last one. */
export function nextAddress({ headers }: Response, here: URL): URL | null {
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get('Link') ?? '')?.[1];
  return next === undefined ? null : new URL(next, here);
}

/**
 * Reads a list page by page, each when it is asked for.
 *
 * @param requestOf makes the request for an address, with the token.
 * @throws KwitError when a page is refused, or when a link leads to another server, which must not get the token.
 */
export async function* readPages<Item>(
  first: URL,
  fetch: Fetch,
  requestOf: (address: URL) => Request,
): AsyncGenerator<Item[], void, undefined> {
  for (let address: URL | null = first; address !== null; ) {
    if (address.origin !== first.origin)
      throw new KwitError('unexpected_answer', `The next page is said to be at ${address.origin}.`);
    const response = await fetch(requestOf(address));
    if (!response.ok) throw await errorOfResponse(response);
    yield (await response.json()) as Item[];
    address = nextAddress(response, address);
  }
}
