import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { recordingOf } from '../../../../proofs/plans/recording.ts';
import { postgres } from './postgres-dialect.ts';

if (databases.includes('postgres'))
  test('the statement of a list says all that its plan depends on, so PostgreSQL keeps the plan', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { dev } = await app.cast.all();
    const { taken } = recordingOf(app.database);
    const statementsOf = async (path: string) => {
      taken();
      (await dev.get(path)).is(200);
      return taken().filter(({ sql }) => / limit /.test(sql));
    };
    const [filtered] = await statementsOf('/api/tickets?status=closed&category=bug&limit=10');
    assert.match(filtered?.sql ?? '', /in \('closed'\) .* in \('bug'\) .* limit 11$/);
    assert.deepEqual(filtered?.parameters, []);
    const [column] = await statementsOf('/api/tickets/board?limit=60&view=row');
    assert.match(column?.sql ?? '', /"status" = \$1 .* limit 60$/);
    // Other limits would have a plan each, in each session.
    const [odd] = await statementsOf('/api/tickets?limit=17');
    assert.match(odd?.sql ?? '', / limit \$1$/);
    assert.deepEqual(odd?.parameters, [18]);
  });

test('a text that is not plain never becomes part of a statement', () => {
  const { sql, parameters } = postgres.builder
    .updateTable('users')
    .set({ name: "\\'; drop table users --" })
    .where('role', '=', 'user')
    .compile();
  assert.deepEqual(
    [sql, parameters],
    [`update "users" set "name" = $1 where "role" = 'user'`, ["\\'; drop table users --"]],
  );
});

if (databases.includes('postgres'))
  test('a prepared statement is described once a session', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    const { id } = await ada.opens();
    const read = async () => (await ada.get(`/api/tickets/${id}`)).is(200);
    const first = await read();
    const { mock } = t.mock.method(pg.Connection.prototype, 'describe');
    assert.deepEqual(await read(), first);
    const described = mock.callCount();
    assert.deepEqual(await read(), first);
    assert.equal(mock.callCount(), described);
    await app.database.read((connection) => connection.rows({ sql: 'select $1 as unnamed', parameters: ['x'] }));
    assert.equal(mock.callCount(), described + 1);
  });
