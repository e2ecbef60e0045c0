/** `kwit import openarca` as a process that is killed: whatever the moment, Kwit then has nothing of it, or all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '../server/testing/databases.ts';
import { OA, type OpenArcaFolder, oaId, sampleOpenArca } from '../server/testing/openarca-folder.ts';
import { ImportingKwit, killedAt } from './moving/importing-process.ts';
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
  test(`an import that is killed leaves nothing, or everything, and can be made again (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed);
    const words = ['openarca', sampleOpenArca(t, addMany).path];
    const whole = await ImportingKwit.make(t, name);
    const began = performance.now();
    await whole.start(...words).ended;
    const took = performance.now() - began;
    const all = await whole.rows();
    assert.equal(all.tickets, TICKETS);
    const nothing = Object.fromEntries(Object.keys(all).map((table) => [table, 0]));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = await ImportingKwit.make(t, name);
      await killedAt(killed.start(...words), took, (kill + random()) / KILLS);
      const left = await killed.rows();
      assert.deepEqual(left, left.tickets === 0 ? nothing : all);
      const again = await killed.import(...words);
      assert.equal(again.code, 0, again.said);
      const { import_runs: _, ...rows } = await killed.rows();
      const { import_runs: __, ...expected } = all;
      assert.deepEqual(rows, expected);
    }
  });
