/** People whom a source names without an address, and who get one by a later import: each is one person, with all that is theirs. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { ListedUser } from '#contract/users.ts';
import { importsOf } from '#testing/import-runs.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports');

const CSV = 'external_id,title,reporter_name,assignee_name\n1,One,Zoe Roe,Max Mai\n2,Two,Max Mai,\n';
const ISSUE = (number: number, login: string) => ({
  ...{ number, title: `Issue ${number}`, body: 'x', state: 'OPEN', createdAt: '2024-01-02T03:04:05Z' },
  ...{ author: { login }, assignees: [{ login: 'max' }], url: `https://github.com/acme/shop/issues/${number}` },
  comments: [{ id: `c${number}`, author: { login: 'max' }, body: 'Looking', createdAt: '2024-01-03T03:04:05Z' }],
});

onEachDatabaseAnew('people who get an address later', (app) => {
  const write = (name: string, text: string): string => {
    const path = join(app().dataDir, name);
    writeFileSync(path, text);
    return path;
  };
  const users = async () => (await (await app().cast.dev).get<ListedUser[]>('/api/users?limit=200')).is(200);
  const tickets = async () => {
    const dev = await app().cast.dev;
    const listed = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    return Promise.all(listed.map(async ({ id }) => (await dev.reads({ id })).is(200) as TicketDetail));
  };

  /** How each source brings somebody called so, the second time with a table that has the address. */
  const SOURCES = {
    csv: {
      login: 'Max Mai',
      brings: (peoplePath: string | null, verifies = false) =>
        importsOf(app()).bringsTable(write('a.csv', CSV), { peoplePath }, { verifies }),
    },
    github: {
      login: 'max',
      brings: (peoplePath: string | null, verifies = false) => {
        const issues = write('issues.json', JSON.stringify([ISSUE(1, 'zoe'), ISSUE(2, 'max')]));
        return importsOf(app()).bringsIssues([issues], { peoplePath }, { verifies });
      },
    },
    jira: {
      login: 'Oliwia Żak-Nowicka',
      brings: (peoplePath: string | null, verifies = false) =>
        importsOf(app()).bringsJira(join(SAMPLES, 'jira/cloud-pl.csv'), { peoplePath }, { verifies }),
    },
    trello: {
      login: 'Ernest Lis',
      brings: (peoplePath: string | null, verifies = false) =>
        importsOf(app()).bringsTrello(join(SAMPLES, 'trello/board.json'), { peoplePath }, { verifies }),
    },
  } as const;
  const ADDRESS = 'somebody@example.com';

  for (const [product, { login, brings }] of Object.entries(SOURCES))
    for (const isHere of [false, true])
      test(`${product}: ${isHere ? 'who is here already' : 'whom nobody knew'} is one person with all that was theirs`, async () => {
        await app().cast.all();
        if (isHere) await app().cast.signsIn(ADDRESS);
        const here = (await users()).length;
        await brings(null);
        const all = await users();
        const names = new Set([login, `${login} (GitHub)`]);
        const without = all.find(({ name }) => names.has(name));
        assert.ok(without);
        const theirs = JSON.stringify(await tickets()).split(without.id).length;
        assert.ok(theirs > 1);
        const people = write('people.csv', `login,email,name\n${login},${ADDRESS},\n`);
        await brings(people);
        const now = await users();
        assert.equal(now.length, all.length - (isHere ? 1 : 0));
        assert.ok(now.length > here);
        const person = now.find(({ email }) => email === ADDRESS);
        assert.ok(person);
        assert.equal(person.id === without.id, !isHere);
        assert.equal(JSON.stringify(await tickets()).split(person.id).length, theirs);
        assert.equal(await brings(people, true), 0);
        assert.equal(await brings(null, true), 0);
        const reported = (
          await (await app().cast.dev).get<ListedTicket[]>(`/api/tickets?reporter_id=${person.id}&limit=200`)
        ).is(200);
        assert.equal(reported.length, (await tickets()).filter(({ reporter_id }) => reporter_id === person.id).length);
        const { code, said } = await type(app(), 'check');
        assert.equal(code, 0, said);
      });
});
