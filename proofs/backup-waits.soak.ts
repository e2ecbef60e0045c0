/** How long writes wait while a backup is made beside them, against how long they wait without one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Prose } from '../bench/prose.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { environmentOf, folderOf, kwit } from './backup/kwit.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';
import { rounds } from './size.ts';

const TICKETS = 20_000;
const WRITERS = 6;
/** A writer rests between two writes: six that never rest measure their own queue. */
const REST_MS = 25;
const ALONE_MS = 5000;
const ROUNDS = rounds(6);

/** A table of tickets, as people write them. */
function tableOf(tickets: number): string {
  const prose = new Prose();
  const rows = Array.from({ length: tickets }, () => `"${prose.title()}","${prose.words(60)}"`);
  return ['title,description', ...rows].join('\n');
}

/** How long writes took, and how many of them the service refused as too busy. */
interface Waits {
  readonly ms: number[];
  refused: number;
}
const newWaits = (): Waits => ({ ms: [], refused: 0 });

/** The wait that 99 of 100 stay under, of so many milliseconds each. */
const p99 = (waits: readonly number[]): number => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;

const reportOf = (count: number) => ({
  title: `A report that comes meanwhile ${count}`,
  description: 'It is written beside a backup.',
});

for (const name of databases)
  test(`99 of 100 writes beside a backup wait at most twice as long as without it (${name})`, async (t) => {
    const folder = folderOf(t);
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    const environment = environmentOf(join(folder, 'data'), own.url);
    writeFileSync(join(folder, 'old.csv'), tableOf(TICKETS));
    const imported = await kwit(environment, 'import', 'csv', join(folder, 'old.csv')).ended;
    assert.equal(imported.code, 0, imported.said);
    const service = await ServiceProcess.start(environment);
    t.after(() => service.kill());
    const dev = new Caller(service.address, await tokenOf(service.address));
    const [alone, beside] = [newWaits(), newWaits()];
    let [into, isOver] = [alone, false];
    const writing = Array.from({ length: WRITERS }, async () => {
      for (let count = 0; !isOver; count++) {
        const began = performance.now();
        const waits = into;
        const answer = await dev.post('/api/tickets', reportOf(count));
        // A service that has too much to do says so, on a busy machine without a backup, too.
        if (answer.status === 503) waits.refused += 1;
        else answer.is(201);
        waits.ms.push(performance.now() - began);
        await wait(REST_MS);
      }
    });
    let took = 0;
    for (let round = 0; round < ROUNDS; round++) {
      into = alone;
      await wait(ALONE_MS);
      into = beside;
      const began = performance.now();
      const made = await kwit(environment, 'backup', join(folder, 'backups')).ended;
      assert.equal(made.code, 0, made.said);
      took += performance.now() - began;
    }
    isOver = true;
    await Promise.all(writing);
    const [without, during] = [p99(alone.ms), p99(beside.ms)];
    const shown = (p99: number, { ms, refused }: Waits) =>
      `p99 ${p99.toFixed(1)} ms of ${ms.length} writes, ${refused} of them refused`;
    t.diagnostic(
      `without: ${shown(without, alone)}; beside: ${shown(during, beside)}; a backup took ${(took / ROUNDS / 1000).toFixed(1)} s`,
    );
    assert.ok(during <= 2 * without, `${during.toFixed(1)} ms against ${without.toFixed(1)} ms`);
  });
