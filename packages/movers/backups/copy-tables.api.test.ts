import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { TableRowStore } from '../exports/open-format/table-row-store.ts';
import { COPIED_TABLES, copiedColumns, insideOf } from './copy.ts';

const LOCKS = {
  sql: `select distinct mode from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and pid <> pg_backend_pid() and locktype = 'relation'`,
  parameters: [],
};

if (databases.includes('postgres'))
  test('a backup of PostgreSQL takes the lock alone that no write waits for', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    await ada.opens();
    const context = { actor: null, correlationId: 'test', source: 'test' };
    const modes = await app.runner.snapshot(context, async (work) => {
      for (const table of COPIED_TABLES) {
        const names = copiedColumns(table).map(([name]) => name);
        await Array.fromAsync(work.of(TableRowStore).pages(table, names));
      }
      await insideOf(work);
      return app.database.read((connection) => connection.rows<{ mode: string }>(LOCKS));
    });
    assert.deepEqual(modes, [{ mode: 'AccessShareLock' }]);
  });
