/** `kwit import openarca` as a process that is killed: whatever the moment, Kwit then has nothing of it, or all. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OA, type OpenArcaFolder, oaId, sampleOpenArca } from '../server/testing/openarca-folder.ts';
import { typed } from './backup/kwit.ts';
import { rowsIn, runKwit } from './moving/importing-process.ts';
import { chance, seed, size } from './size.ts';

const KILLS = size(4, 50);
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

test(`an import that is killed leaves nothing, or everything, and can be made again (seed ${seed})`, async (t) => {
  const random = chance(seed);
  const folder = sampleOpenArca(t, addMany);
  const whole = mkdtempSync(join(tmpdir(), 'kwit-'));
  t.after(() => rmSync(whole, { recursive: true, force: true }));
  const began = performance.now();
  const [code] = await once(runKwit(whole, 'import', 'openarca', folder.path), 'exit');
  const took = performance.now() - began;
  assert.equal(code, 0);
  const all = await rowsIn(whole);
  assert.equal(all.tickets, TICKETS);
  const nothing = Object.fromEntries(Object.keys(all).map((table) => [table, 0]));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'));
    const importing = runKwit(dataDir, 'import', 'openarca', folder.path);
    const killing = setTimeout(() => importing.kill('SIGKILL'), took * (0.3 + (0.7 * (kill + random())) / KILLS));
    await once(importing, 'exit');
    clearTimeout(killing);
    const left = await rowsIn(dataDir);
    assert.deepEqual(left, left.tickets === 0 ? nothing : all);
    const again = await typed({ DATA_DIR: dataDir }, 'import', 'openarca', folder.path);
    assert.equal(again.code, 0, again.said);
    const { import_runs: _, ...rows } = await rowsIn(dataDir);
    const { import_runs: __, ...expected } = all;
    assert.deepEqual(rows, expected);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
