/** `kwit import` of each product that other teams leave, as a process that is killed within its transactions: run again it ends as an undisturbed one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { databases } from '../server/testing/databases.ts';
import { ImportingKwit, killPoints } from './moving/importing-process.ts';
import { MANY_EXPORTED } from './moving/many-exported.ts';
import { everyRow, withoutChance } from './moving/rows-without-chance.ts';
import { chance, seed, sharedOut, size } from './size.ts';

const KILLS = size(2, 20);
/** A transaction has 500. */
const TICKETS = 750;

/** Expects the rows to be these, each as often. */
function expectSame(rows: readonly string[], expected: readonly string[]): void {
  const differences = new Map<string, number>();
  for (const [row, by] of [...rows.map((row) => [row, 1] as const), ...expected.map((row) => [row, -1] as const)])
    differences.set(row, (differences.get(row) ?? 0) + by);
  assert.deepEqual([...differences].filter(([, by]) => by !== 0).slice(0, 6), []);
}

for (const name of databases)
  for (const [product, write] of sharedOut(Object.entries(MANY_EXPORTED), name))
    test(`an import from ${product} that is killed goes on to the end of an undisturbed one (${name}, seed ${seed})`, async (t) => {
      const random = chance(seed);
      const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const words = write(join(folder, 'exported'), TICKETS);
      const since = new Date().toISOString();
      const rowsOf = async (importing: ImportingKwit) =>
        withoutChance(
          await importing.read((database) => database.read((connection) => everyRow(connection, name))),
          since,
        );
      const again = async (importing: ImportingKwit, ...typed: readonly string[]) => {
        const { code, said } = await importing.import(...typed);
        assert.equal(code, 0, said);
      };
      const whole = await ImportingKwit.make(t, name);
      const adds = (await whole.importUntil(0, ...words)) ?? 0;
      const all = await rowsOf(whole);
      assert.equal((await whole.rows()).tickets, TICKETS);
      const stages: number[] = [];
      for (const [kill, point] of killPoints(adds, KILLS, random).entries()) {
        const killed = await ImportingKwit.make(t, name);
        assert.equal(await killed.importUntil(point, ...words), null);
        const { tickets = 0, search_tickets } = await killed.rows();
        assert.equal(search_tickets, tickets);
        stages.push(tickets);
        await again(killed, ...(kill % 2 === 0 || tickets === 0 ? words : ['resume']));
        expectSame(await rowsOf(killed), all);
      }
      t.diagnostic(`killed after ${stages.join(', ')} tickets`);
      await again(whole, ...words);
      expectSame(await rowsOf(whole), all);
    });
