import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimilarTicket } from '../../contract/similar.ts';
import { migrate } from '../migrations/migrate.ts';
import { onEachDatabase } from '../testing/start-app.ts';

const TICKETS = 210;

onEachDatabase('a database from before there was a search', (app) => {
  test('is searchable after the start: every ticket, comment and answer of it', async () => {
    const { cast, clock, database } = app();
    const { ada, dev } = await cast.all();
    for (let n = 1; n < TICKETS; n += 1) await ada.opens({ title: `Wombat ${n}`, description: 'Burrow.' });
    const last = await ada.opens({ title: `Wombat ${TICKETS}`, description: 'Burrow.' });
    (await dev.comments(last, 'Numbat.')).is(201);
    (await dev.comments(last, { content: 'Quokka.', is_internal: true })).is(201);
    (await dev.patches(last, { status: 'closed', closure_summary: 'Echidna.' })).is(200);
    await database.write(async (connection) => {
      const tables = [
        ...['search_tickets', 'search_answers', 'search_said', 'offered_answers', 'questions_asked', 'answer_votes'],
        ...['answers', 'report_words', 'rare_words'],
      ];
      for (const table of tables) await connection.run({ sql: `drop table ${table}`, parameters: [] });
      const names =
        "'0005-search', '0011-similar', '0027-answers', '0027-search-of-answers', '0027-questions-asked', '0045-newest-answers-first'";
      await connection.run({ sql: "delete from counters where name = 'questions_asked'", parameters: [] });
      await connection.run({ sql: `delete from migrations where name in (${names})`, parameters: [] });
    });
    await migrate(database, clock.now());
    assert.equal((await ada.lists('?q=wombat%20burrow&limit=500')).is(200).length, TICKETS);
    assert.deepEqual(
      (await ada.lists('?q=wombat%20numbat')).is(200).map(({ number }) => number),
      [last.number],
    );
    assert.deepEqual((await ada.lists('?q=quokka')).is(200), []);
    assert.equal((await dev.lists('?q=quokka')).is(200).length, 1);
    const solved = (await ada.get<SimilarTicket[]>('/api/tickets/similar?title=wombat')).is(200);
    assert.deepEqual(
      solved.map(({ number }) => number),
      [last.number],
    );
  });
});
