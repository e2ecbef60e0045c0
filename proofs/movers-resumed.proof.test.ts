/** `kwit import` of each product that other teams leave, as a process that is killed: whatever the moment, run again it ends as an undisturbed one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { typed } from './backup/kwit.ts';
import { rowsIn, runKwit } from './moving/importing-process.ts';
import { MANY_EXPORTED } from './moving/many-exported.ts';
import { rowsWithoutChance } from './moving/rows-without-chance.ts';
import { chance, seed, size } from './size.ts';

const KILLS = size(2, 20);
const TICKETS = size(520, 2600);

/** Rows of the one that the other does not have. */
function expectSame(rows: readonly string[], expected: readonly string[]): void {
  const [there, wanted] = [new Set(rows), new Set(expected)];
  const few = (all: readonly string[], others: ReadonlySet<string>) =>
    all.filter((row) => !others.has(row)).slice(0, 3);
  assert.deepEqual({ more: few(rows, wanted), missing: few(expected, there) }, { more: [], missing: [] });
  assert.equal(rows.length, expected.length);
}

for (const [product, write] of Object.entries(MANY_EXPORTED))
  test(`an import from ${product} that is killed goes on to the end of an undisturbed one (seed ${seed})`, async (t) => {
    const random = chance(seed);
    const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const words = write(join(folder, 'exported'), TICKETS);
    const since = new Date().toISOString();
    const whole = join(folder, 'whole');
    const began = performance.now();
    const [code] = await once(runKwit(whole, 'import', ...words), 'exit');
    const took = performance.now() - began;
    assert.equal(code, 0);
    const all = await rowsWithoutChance(whole, since);
    const imports = async (dataDir: string, ...given: string[]) => {
      const { code: ended, said } = await typed({ DATA_DIR: dataDir }, 'import', ...given);
      assert.equal(ended, 0, said);
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const dataDir = join(folder, `killed-${kill}`);
      const importing = runKwit(dataDir, 'import', ...words);
      const killing = setTimeout(() => importing.kill('SIGKILL'), took * (0.3 + (0.7 * (kill + random())) / KILLS));
      await once(importing, 'exit');
      clearTimeout(killing);
      const { tickets = 0 } = existsSync(dataDir) ? await rowsIn(dataDir) : {};
      await imports(dataDir, ...(kill % 2 === 0 || tickets === 0 ? words : ['resume']));
      expectSame(await rowsWithoutChance(dataDir, since), all);
    }
    await imports(whole, ...words);
    expectSame(await rowsWithoutChance(whole, since), all);
  });
