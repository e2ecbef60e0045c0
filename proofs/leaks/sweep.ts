import { type Answer, Caller } from '../../server/testing/caller.ts';
import type { Route } from '../access/routes.ts';
import { table } from '../access/table.ts';
import type { Reader } from './canaries.ts';
import { inTurns } from './in-turns.ts';
import type { Planted } from './planted.ts';

/** Routes that have a test of their own (mentionable people: every developer is one; agents; the exports of everything and of a person), serve the built-in mailbox, lead from an address of another product to a page or to a provider, or hold no data of the team. */
const NOT_SWEPT =
  /^\/api\/events\/stream$|^\/mcp$|^\/dev\/|^\/api\/(docs|openapi)|\*|^\/api\/notifications\/unsubscribe$|^\/(ticket\/:id|my-tickets|overview|dev-todo|new-ticket|profile)$|\/mentionable$|^\/api\/export$|^\/api\/users\/:id\/data\.tar$|^\/api\/auth\/oidc\/|^\/(browse|c|issues|:owner\/:repository\/issues|ticket\/zoom|agent\/tickets|hc\/requests|hc\/:language\/requests)\/:id$|^(\/scp)?\/tickets\.php$|^\/api\/mail-in\/checks\/:id$/;

/** Queries to try besides the bare address. A route that needs a query to answer has it here. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/tickets': [
    '?my=1',
    '?q=canary&snippets=1',
    '?q=toner&snippets=1',
    '?sort=number&limit=1',
    '?assignee_id=none&status=closed',
  ],
  '/api/tickets/similar': ['?title=Toner+canary'],
  '/api/answers': ['?q=toner'],
  '/api/users': ['?q=canary', '?limit=1'],
  '/api/calendars/holidays': ['?year=2027'],
};

/** More than are planted. */
const TICKET_NUMBERS = Array.from({ length: 30 }, (_, index) => String(index + 1));

export const callerFor = ({ people }: Planted, address: string, reader: Reader): Caller =>
  reader === 'anonymous' ? new Caller(address) : people[reader];

/** @returns the patterns of the routes to read. */
export const readableRoutes = (routes: readonly Route[]): string[] => [
  ...new Set(routes.filter(({ method, url }) => method === 'GET' && !NOT_SWEPT.test(url)).map(({ url }) => url)),
];

/** @returns a pattern with each id, or each file name, in place of its parameters, and its planted address. */
export function addressesOf(pattern: string, { ids, filenames, addresses }: Planted): string[] {
  const places = pattern.includes(':filename')
    ? filenames
    : pattern.includes(':number')
      ? TICKET_NUMBERS
      : pattern.includes(':')
        ? ids
        : [''];
  return [...places.map((place) => pattern.replace(/:\w+/g, place)), ...(addresses[pattern] ?? [])];
}

export interface Findings {
  /** The places of the canaries that were found. */
  readonly seen: Set<string>;
  /** The patterns that answered with a success. */
  readonly answered: Set<string>;
  /** Requests that were answered with 500 or more. */
  readonly serverErrors: string[];
}

/** Reads everything as the caller. */
export async function readEverything(planted: Planted, caller: Caller, patterns: readonly string[]): Promise<Findings> {
  const findings: Findings = { seen: new Set(), answered: new Set(), serverErrors: [] };
  for (const pattern of patterns) {
    const addresses = [...addressesOf(pattern, planted), ...(QUERIES[pattern] ?? []).map((query) => pattern + query)];
    await inTurns(addresses, async (address) =>
      addFindings(findings, planted, { what: pattern, address, answer: await caller.get(address) }),
    );
  }
  return findings;
}

/** Tries every write as the caller, with bodies from the access table. */
export async function writeEverything(planted: Planted, caller: Caller): Promise<Findings> {
  const findings: Findings = { seen: new Set(), answered: new Set(), serverErrors: [] };
  const writes = Object.entries(table).filter(([key, { endsSession }]) => !key.startsWith('GET ') && !endsSession);
  for (const [key, { body: template }] of writes) {
    const [method = '', pattern = ''] = key.split(' ');
    for (const address of addressesOf(pattern, planted)) {
      const body =
        typeof template === 'function'
          ? template({ id: planted.janTicket.id, second: planted.janTicket.id })
          : template;
      const isForm = body === undefined || body instanceof FormData;
      const answer = isForm
        ? await caller.send(method, address, body)
        : await caller.send(method, address, JSON.stringify(body), { 'content-type': 'application/json' });
      addFindings(findings, planted, { what: key, address, answer });
    }
  }
  return findings;
}

interface Called {
  readonly what: string;
  readonly address: string;
  readonly answer: Answer<unknown>;
}

/** Adds what an answer shows. A canary that the address contains is not counted: the caller has it already. */
function addFindings(
  { seen, answered, serverErrors }: Findings,
  { canaries }: Planted,
  { what, address, answer }: Called,
): void {
  const inAddress = canaries.foundIn(address);
  for (const where of canaries.foundIn(textOf(answer))) if (!inAddress.includes(where)) seen.add(where);
  if (answer.status < 400) answered.add(what);
  if (answer.status >= 500) serverErrors.push(`${what}: ${answer.status}`);
}

/** @returns everything of an answer as one text: headers, body, and decoded cursors. */
export function textOf({ headers, bytes }: Answer<unknown>): string {
  const text = `${[...headers].flat().join('\n')}\n${bytes.toString('latin1')}`;
  const cursors = [...text.matchAll(/cursor=([\w-]+)/g)].map(([, encoded]) =>
    Buffer.from(encoded ?? '', 'base64url').toString(),
  );
  return [text, ...cursors].join('\n');
}
