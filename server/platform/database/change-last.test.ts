import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '#testing/start-app.ts';
import type { Connection } from './connection.ts';

const setTo = (value: number) => ({
  sql: `update counters set value = ${value} where name = 'ticket_number'`,
  parameters: [],
});

async function counted(connection: Connection): Promise<number | undefined> {
  const sql = "select value from counters where name = 'ticket_number'";
  return (await connection.rows<{ value: number }>({ sql, parameters: [] }))[0]?.value;
}

onEachDatabase('what is changed last', (app) => {
  test('is changed right before the commit, in the order in which it was asked for', async () => {
    const { cast, database } = app();
    await (await cast.all()).ada.opens();
    const seen = await database.write(async (connection) => {
      await connection.changeLast(setTo, 50);
      await connection.changeLast(setTo, 60);
      await connection.change(setTo, 40);
      return counted(connection);
    });
    assert.equal(seen, 40);
    assert.equal(await database.read(counted), 60);
  });

  test('is not changed when the write fails', async () => {
    const { database } = app();
    const before = await database.read(counted);
    const failing = database.write(async (connection) => {
      await connection.changeLast(setTo, 70);
      throw new Error('It failed.');
    });
    await assert.rejects(failing, /It failed/);
    assert.equal(await database.read(counted), before);
    await database.write((connection) => connection.change(setTo, 80));
    assert.equal(await database.read(counted), 80);
  });
});
