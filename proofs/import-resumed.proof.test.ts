/** `kwit import csv` as a process that is killed: whatever the moment, whole transactions are there, and it goes on to the same end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { typed } from './backup/kwit.ts';
import { rowsIn, runKwit } from './moving/importing-process.ts';
import { chance, seed, size } from './size.ts';

const KILLS = size(2, 50);
const TICKETS = 1200;
const BATCH = 500;

const rowOf = (n: number) =>
  `${n},Ticket ${n},"Zażółć ""gęślą""\njaźń",closed,ada@example.com,2026-01-01T00:00:00Z,Tak jak ${n}`;
const HEADER = 'external_id,title,description,status,reporter_email,created_at,closure_summary';

test(`an import of a table that is killed goes on to the end of an undisturbed one (seed ${seed})`, async (t) => {
  const random = chance(seed);
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const table = join(folder, 'table.csv');
  writeFileSync(table, [HEADER, ...Array.from({ length: TICKETS }, (_, n) => rowOf(n))].join('\n'));
  const whole = join(folder, 'whole');
  const began = performance.now();
  const [code] = await once(runKwit(whole, 'import', 'csv', table), 'exit');
  const took = performance.now() - began;
  assert.equal(code, 0);
  const all = await rowsIn(whole);
  assert.equal(all.tickets, TICKETS);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = join(folder, `killed-${kill}`);
    const importing = runKwit(dataDir, 'import', 'csv', table);
    const killing = setTimeout(() => importing.kill('SIGKILL'), took * (0.3 + (0.7 * (kill + random())) / KILLS));
    await once(importing, 'exit');
    clearTimeout(killing);
    const { tickets = 0, comments, event_outbox, search_tickets } = await rowsIn(dataDir);
    assert.ok(tickets === TICKETS || tickets % BATCH === 0, `${tickets} tickets are whole transactions`);
    assert.deepEqual([comments, event_outbox, search_tickets], [tickets, tickets, tickets]);
    const words = tickets === 0 ? ['csv', table] : ['resume'];
    const again = await typed({ DATA_DIR: dataDir }, 'import', ...words);
    assert.equal(again.code, 0, again.said);
    assert.deepEqual(await rowsIn(dataDir), all);
  }
});
