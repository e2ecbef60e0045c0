import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '../contract/ticket-list.ts';
import type { ListedUser } from '../contract/users.ts';
import { importsOf } from '../server/testing/import-runs.ts';
import { connectAgent, tokenOf } from '../server/testing/mcp-agent.ts';
import { type App, onEachDatabase } from '../server/testing/start-app.ts';
import { type as typed } from '../server/testing/typed-command.ts';

/** As it is typed, pasted or brought, and as it is kept by every way in; null where every way refuses it. */
const LINES: readonly (readonly [what: string, given: string, kept: string | null])[] = [
  ['plain', 'Printer jams', 'Printer jams'],
  ['blanks of other kinds', '\u00a0Printer\u2003\tjams\u3000', 'Printer jams'],
  ['ends of lines', 'Printer\r\njams\u2028now', 'Printer jams now'],
  ['marks of direction', '\u202a+48 600\u202c 100 200\u2069', '+48 600 100 200'],
  ['marks of width nought', 'Prin\u200bter\u2060 j\u00adams\ufeff', 'Printer jams'],
  ['tag characters', 'Printer\u{e0049}\u{e0067} jams', 'Printer jams'],
  ['joined letters', 'Laptop 👩‍💻 می‌خواهم', 'Laptop 👩‍💻 می‌خواهم'],
  ['decomposed letters', 'Zaz\u0307o\u0301łc\u0301', 'Zaz\u0307o\u0301łc\u0301'],
  ['300 letters', 'x'.repeat(300), 'x'.repeat(300)],
  ['400 letters', 'x'.repeat(400), null],
  ['nothing that can be seen', '\u200b\u202a\u{e0041} ', null],
];

const ADDRESSES: readonly (readonly [what: string, given: string, kept: string | null])[] = [
  ['plain', 'nowak%@example.com', 'nowak%@example.com'],
  ['capitals', 'Nowak%@EXAMPLE.com', 'nowak%@example.com'],
  ['own letters', 'nowak%@Królewski.pl', 'nowak%@królewski.pl'],
  ['own letters, decomposed', 'nowak%@kro\u0301lewski.pl', 'nowak%@królewski.pl'],
  ['own letters, in ASCII', 'nowak%@xn--krlewski-w3a.pl', 'nowak%@królewski.pl'],
  ['marks', '\u202anowak%@example.com\u200b', 'nowak%@example.com'],
  ['own letters before the @', 'żaneta%@example.com', null],
  ['no dot', 'nowak%@localhost', null],
  ['a blank within', 'no wak%@example.com', null],
];

/** @returns the title that is kept, or null when it is refused. */
type TitleWay = (app: App, title: string) => Promise<string | null>;

const newest = async (app: App): Promise<ListedTicket | undefined> =>
  (await (await app.cast.dev).get<ListedTicket[]>('/api/tickets?sort=number&limit=1')).is(200)[0];

/** @returns what a way that says how many it brought has made. */
async function brought(app: App, run: () => Promise<unknown>): Promise<string | null> {
  const before = (await newest(app))?.number;
  await run().catch(() => {});
  const after = await newest(app);
  return after === undefined || after.number === before ? null : after.title;
}

let made = 0;
const written = (app: App, ending: string, text: string): string => {
  const path = join(app.dataDir, `text-${++made}.${ending}`);
  writeFileSync(path, text);
  return path;
};
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Asserts that a refusal names the field. */
function refusedBy(answer: { isInvalid(): string[] }, field: string): null {
  assert.deepEqual(answer.isInvalid(), [field]);
  return null;
}

const TITLES: Readonly<Record<string, TitleWay>> = {
  'the API': async ({ cast }, title) => {
    const answer = await (await cast.ada).opening({ title });
    return answer.status === 201 ? answer.is(201).title : refusedBy(answer, 'title');
  },
  'a table': (app, title) =>
    brought(app, () =>
      importsOf(app).bringsTable(written(app, 'csv', `title,external_id\n${quoted(title)},${made}\n`)),
    ),
  'an agent': async (app, title) => {
    const dev = await app.cast.dev;
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    const agent = await connectAgent(app.address, await tokenOf(dev, 'write'));
    const stored = await brought(app, async () =>
      agent.uses('report_ticket', { title, description: 'It jams.', idempotency_key: `text ${++made}` }),
    );
    await agent.client.close();
    return stored;
  },
};

/** @returns the address that is kept, or null when it is refused. */
type AddressWay = (app: App, email: string, way: string) => Promise<string | null>;

const people = async ({ cast }: App): Promise<ListedUser[]> =>
  (await (await cast.dev).get<ListedUser[]>('/api/users?limit=500')).is(200);

const ADDRESS_WAYS: Readonly<Record<string, AddressWay>> = {
  invitation: async ({ cast }, email) => {
    const answer = await (await cast.dev).post<ListedUser>('/api/users/invite', { email });
    return answer.status === 201 ? answer.is(201).email : refusedBy(answer, 'email');
  },
  'a change': async ({ cast }, email) => {
    const guest = await cast.guest();
    const answer = await (await cast.dev).patch<ListedUser>(`/api/users/${guest.id}`, { email });
    return answer.status === 200 ? answer.is(200).email : refusedBy(answer, 'email');
  },
  'a table': async (app, email) => {
    const before = new Set((await people(app)).map(({ id }) => id));
    const table = `title,reporter_email\nAddress ${made},${quoted(email)}\n`;
    await importsOf(app).bringsTable(written(app, 'csv', table));
    return (await people(app)).find(({ id }) => !before.has(id))?.email ?? null;
  },
  'the command line': async (app, email) => {
    const before = new Set((await people(app)).map(({ id }) => id));
    await typed(app, 'person', 'invite', email);
    return (await people(app)).find(({ id }) => !before.has(id))?.email ?? null;
  },
};

onEachDatabase('one rule by every way in', (app) => {
  for (const [way, keeps] of Object.entries(TITLES))
    test(`for a line: ${way}`, async () => {
      for (const [what, raw, stored] of LINES) assert.equal(await keeps(app(), raw), stored, what);
    });

  for (const [index, [way, keeps]] of Object.entries(ADDRESS_WAYS).entries())
    test(`for an address: ${way}`, async () => {
      const dev = await app().cast.dev;
      (await dev.patch('/api/settings', { allowed_domains: ['example.com', 'królewski.pl'] })).is(200);
      for (const [row, [what, raw, stored]] of ADDRESSES.entries()) {
        const own = (text: string) => text.replace('%', `${index}.${row}`);
        assert.equal(await keeps(app(), own(raw), way), stored === null ? null : own(stored), what);
      }
    });
});
