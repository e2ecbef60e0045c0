import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { recordingOf } from '../../../proofs/plans/recording.ts';

const TICKETS = 120;
const PAGE = 3;

const pathOf = (q: string, order: string) =>
  `/api/tickets?q=${encodeURIComponent(`"${q}"`)}&order=${order}&limit=${PAGE}`;

/** Walks through every page of a search. */
async function numbersOf(person: Player, q: string, order: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let path: string | null = pathOf(q, order); path; ) {
    const page: Answer<Ticket[]> = await person.get<Ticket[]>(path);
    numbers.push(...page.is(200).map(({ number }) => number));
    path = page.next;
  }
  return numbers;
}

const words = (number: number): string =>
  [
    number % 2 === 0 ? 'even' : 'odd',
    number <= TICKETS / 2 ? 'old' : 'late',
    number === 50 ? 'single' : 'page',
    number <= 85 ? 'usual' : 'new',
  ].join(' ');

/** How each way of finding a page can be told by its statement. */
const WAYS = { window: /cast\(\$\d+ as bigint\) [<>] search_tickets\.rowid/, gathered: /with found as/ };

if (databases.includes('postgres'))
  test('a search of PostgreSQL finds the same by walking a window, gathering, and walking to the end', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    for (let number = 1; number <= TICKETS; number++)
      assert.equal((await ada.opens({ title: words(number) })).number, number);
    const run = (sql: string) => app.database.write((connection) => connection.run({ sql, parameters: [] }));
    const { taken } = recordingOf(app.database);
    const all = Array.from({ length: TICKETS }, (_, index) => index + 1);
    /** @param ways how the first page is found. */
    const look = async (q: string, ways: (keyof typeof WAYS)[]) => {
      const expected = all.filter((number) => words(number).includes(q));
      for (const person of [ada, dev]) {
        taken();
        (await person.get(pathOf(q, 'desc'))).is(200);
        const statements = taken().map(({ sql }) => sql);
        const used = Object.entries(WAYS).filter(([, pattern]) => statements.some((sql) => pattern.test(sql)));
        assert.deepEqual(
          used.map(([way]) => way),
          ways,
          q,
        );
        assert.deepEqual(await numbersOf(person, q, 'desc'), expected.toReversed(), q);
        assert.deepEqual(await numbersOf(person, q, 'asc'), expected, q);
      }
    };
    await run('analyze search_tickets');
    await look('single', ['gathered']);
    await look('even', ['window']);
    await look('old', ['window', 'gathered']);
    await look('odd late', ['window']);
    // The newest 35 are of another kind: more than four times as many as fill a page where it is spread evenly.
    await look('usual', ['window']);
    await look('late old', ['window', 'gathered']);
    // More than are gathered, of which none is a ticket, and which are gathered first.
    await run(`insert into search_tickets (rowid, title, report, comments, internal)
      select -place, word, word, '', '' from generate_series(1, 2100) as place, (values ('''old'':2'::tsvector)) as of (word)`);
    await run('update search_tickets set title = title where rowid > 0');
    await run('analyze search_tickets');
    await look('old', ['window', 'gathered']);
    // No ticket of those is read.
    taken();
    (await dev.get(pathOf('old', 'desc'))).is(200);
    const { sql = '', parameters = [] } = taken().find((statement) => WAYS.gathered.test(statement.sql)) ?? {};
    const plan = await app.database.read((connection) =>
      connection.rows<{ 'QUERY PLAN': string }>({ sql: `explain (analyze) ${sql}`, parameters }),
    );
    assert.match(plan.map((line) => line['QUERY PLAN']).join('\n'), /Function Scan on unnest .*rows=0/);
  });
