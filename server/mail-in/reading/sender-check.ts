import { asciiDomain } from '#platform';
import { type HeaderField, headerValues } from './headers.ts';
import { type HeaderPart, headerParts } from './structured.ts';

/** The verdict of the team's own mail server on the sender of a mail (docs/rules/mail-in.md#the-senders-check). */

/** `pass`: it is who it says. `fail`: it is not. `none`: nobody knows. */
export type SenderCheck = 'pass' | 'fail' | 'none';

export interface CheckedSender {
  readonly headers: readonly HeaderField[];
  /** How the server calls itself; `-`: it does not, and the mail came by IMAP. null: nobody is verified. */
  readonly server: string | null;
  /** The domain of From. */
  readonly domain: string;
  /** The domain of whoever owns a domain; null where nobody does. */
  readonly ownerOf: (domain: string) => string | null;
}

/** Stands for a server that writes no name of its own. */
export const NAMELESS = '-';
/** How servers of Microsoft 365 call themselves in Received. */
const MICROSOFT = /\.(?:outlook|exchangelabs|office365)\.(?:com|us|cn)$/;

let list: typeof import('tldts') | undefined;

/** Asks the list of public suffixes, which is loaded with the first mail that needs it. */
export async function loadOwners(): Promise<CheckedSender['ownerOf']> {
  list ??= await import('tldts');
  const { getDomain } = list;
  return (domain) => getDomain(domain, { allowPrivateDomains: true });
}

const folded = (name: string | undefined) => (name ?? '').replace(/\.$/, '').toLowerCase();

/** The headers of our server: those above the first Received that another one wrote, for whoever sent the mail wrote what is below. */
function trustedHeaders(headers: readonly HeaderField[], server: string): HeaderPart[][] {
  const end = headers.findIndex(({ name, value }) => {
    if (name !== 'received') return false;
    const by = folded(/(?:^|\s)by\s+([^\s;()]+)/i.exec(value)?.[1]);
    return server === NAMELESS ? !MICROSOFT.test(by) : by !== folded(server);
  });
  const above = headers.slice(0, end < 0 ? undefined : end);
  return headerValues(above, 'authentication-results')
    .map((value) => headerParts(value))
    .filter(([first]) => (server === NAMELESS ? (first?.pairs.length ?? 0) > 0 : isOf(first, server)));
}

const isOf = (first: HeaderPart | undefined, server: string): boolean =>
  first?.pairs.length === 0 && folded(first.words[0]) === folded(server);

const domainIn = (value: string): string => asciiDomain(folded(value.slice(value.lastIndexOf('@') + 1)));

/** The properties that name the domain about which a method speaks. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  spf: ['smtp.mailfrom'],
  dkim: ['header.d', 'header.i'],
};

/** Pure: what the results of all headers of our server together say (RFC 8601, RFC 7489 § 6.6). */
export function senderCheck({ headers, server, domain, ownerOf }: CheckedSender): SenderCheck {
  if (server === null) return 'none';
  const results = trustedHeaders(headers, server).flatMap((parts) =>
    parts.flatMap(({ pairs: [first, ...properties] }) => {
      const [method = '', result = ''] = first ?? [];
      return first === undefined
        ? []
        : [{ method: method.split('/')[0] ?? '', result: result.toLowerCase(), properties }];
    }),
  );
  const owner = ownerOf(domain);
  const isAligned = (about: string) => about === domain || (owner !== null && ownerOf(about) === owner);
  const has = (name: string, ...said: string[]) =>
    results.some(({ method, result }) => method === name && said.includes(result));
  const passes = results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false;
    if (method === 'dmarc')
      return properties.every(([name, value]) => name !== 'header.from' || domainIn(value) === domain);
    return properties.some(([name, value]) => ABOUT[method]?.includes(name) === true && isAligned(domainIn(value)));
  });
  if (has('dmarc', 'fail')) return 'fail';
  if (passes) return 'pass';
  return has('spf', 'fail', 'softfail') && has('dkim', 'fail') ? 'fail' : 'none';
}
