/** `kwit import openarca` as a process that is killed: whenever it adds rows, Kwit then has nothing of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '../server/testing/databases.ts';
import { OA, type OpenArcaFolder, oaId, sampleOpenArca } from '../server/testing/openarca-folder.ts';
import { ImportingKwit, killPoints } from './moving/importing-process.ts';
import { chance, seed, sizeOnEach } from './size.ts';

const KILLS = sizeOnEach(4, 50);
const TICKETS = 400;

function addMany(folder: OpenArcaFolder): void {
  for (let number = 100; number < 100 + TICKETS - 3; number += 1) {
    const ticket = {
      id: OA.ticket(number),
      number,
      title: `Ticket ${number}`,
      description: 'Zażółć gęślą jaźń',
      reporter_id: OA.celina,
    };
    folder.add('tickets', ticket);
    folder.add('comments', { id: oaId('d', number), ticket_id: ticket.id, user_id: OA.ada, content: 'Tak, jutro.' });
  }
}

for (const name of databases)
  test(`an import that is killed leaves nothing, and can be made again (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed);
    const words = ['openarca', sampleOpenArca(t, addMany).path];
    const whole = await ImportingKwit.make(t, name);
    const adds = (await whole.importUntil(0, ...words)) ?? 0;
    const all = await whole.rows();
    assert.equal(all.tickets, TICKETS);
    const nothing = Object.fromEntries(Object.keys(all).map((table) => [table, 0]));
    for (const point of killPoints(adds, KILLS, random)) {
      const killed = await ImportingKwit.make(t, name);
      assert.equal(await killed.importUntil(point, ...words), null);
      assert.deepEqual(await killed.rows(), nothing);
      const again = await killed.import(...words);
      assert.equal(again.code, 0, again.said);
      const { import_runs: _, ...rows } = await killed.rows();
      const { import_runs: __, ...expected } = all;
      assert.deepEqual(rows, expected);
    }
  });
