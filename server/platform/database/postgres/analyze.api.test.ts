import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { postgres } from './postgres-dialect.ts';

if (databases.includes('postgres'))
  test('PostgreSQL looks at the tables of Kwit that hold anything, and not at its own', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    await app.cast.all();
    const looked = 'select schemaname, relname from pg_stat_all_tables where last_analyze >= now() order by relname';
    const analyzed = await app.database.write(async (connection) => {
      await postgres.analyze(connection);
      return connection.rows<{ schemaname: string; relname: string }>({ sql: looked, parameters: [] });
    });
    const [schemas, tables] = [analyzed.map(({ schemaname }) => schemaname), analyzed.map(({ relname }) => relname)];
    assert.deepEqual([...new Set(schemas)], ['public']);
    assert.ok(tables.includes('users') && tables.includes('sessions'), tables.join());
    assert.ok(!tables.includes('tickets'), 'nobody has reported anything');
  });
