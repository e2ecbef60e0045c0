import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeader } from './csv-table.ts';

test('a header of a hundred thousand columns is refused, and only as many are looked at as a table has', async () => {
  for (const cell of ['x,', ',x', 'title;']) {
    const file = {
      name: 'wide.csv',
      open: async function* () {
        yield Buffer.from(cell.repeat(100_000));
      },
    };
    let looked = 0;
    const reading = readHeader(file, { encoding: 'utf-8', separator: null }, () => {
      looked += 1;
      return false;
    });
    await assert.rejects(reading, /more than 200 columns/);
    assert.ok(looked <= 600, `It looked at ${looked} cells.`);
  }
});
