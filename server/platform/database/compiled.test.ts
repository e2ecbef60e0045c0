import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { compiled, compiledForms, plannedAnew, updateBy, updateById } from './compiled.ts';
import { postgres } from './postgres/postgres-dialect.ts';
import { sqlite } from './sqlite/sqlite-dialect.ts';

describe('a prepared query', () => {
  test('is built once for each database, and run with new values', () => {
    let builds = 0;
    const find = compiled((db, p: { name: string }) => {
      builds += 1;
      return db.selectFrom('counters').select('value').where('name', '=', p.name);
    });
    const [first, second] = [find({ name: 'a' }, sqlite), find({ name: 'b' }, sqlite)];
    assert.deepEqual([first.parameters, second.parameters], [['a'], ['b']]);
    assert.deepEqual([first.sql, first.name], [second.sql, second.name]);
    const elsewhere = find({ name: 'a' }, postgres);
    assert.notEqual(elsewhere.name, first.name);
    assert.equal(builds, 2);
  });

  test('takes the values of a list one after another, where they stand in it in that order', () => {
    const row = (order: readonly number[]) =>
      compiled((_, values: readonly unknown[]) => sql`values (${sql.join(order.map((index) => values[index]))})`);
    assert.deepEqual(row([0, 1, 2])(['a', null, 3], sqlite).parameters, ['a', null, 3]);
    assert.deepEqual(row([2, 1, 0])(['a', null, 3], sqlite).parameters, [3, null, 'a']);
    assert.deepEqual(row([0, 0])(['a', 'b'], sqlite).parameters, ['a', 'a']);
    assert.deepEqual(row([0])(['a', 'b'], sqlite).parameters, ['a']);
  });

  test('that is planned anew has no name by which PostgreSQL would keep its plan', () => {
    const find = compiled((db, p: { name: string }) =>
      db.selectFrom('counters').select('value').where('name', '=', p.name),
    );
    const { name: _, ...unnamed } = find({ name: 'a' }, postgres);
    assert.deepEqual(plannedAnew(find)({ name: 'a' }, postgres), unnamed);
  });

  test('keeps 500 of its forms; the others are built each time, without a name', () => {
    let builds = 0;
    const find = compiledForms(String, (db, _: object, limit: number) => {
      builds += 1;
      return db.selectFrom('counters').select('value').limit(limit);
    });
    for (let limit = 1; limit <= 502; limit++) find(limit)({}, postgres);
    for (let limit = 1; limit <= 502; limit++) {
      const { sql, parameters, name } = find(limit)({}, postgres);
      assert.deepEqual([/\d+$/.exec(sql)?.[0], parameters, name !== undefined], [String(limit), [], limit <= 500]);
    }
    assert.equal(builds, 504);
  });
});

describe('an update', () => {
  test('has one query for the same columns in any order', () => {
    const update = updateById('projects');
    const named = { name: 'Printers', color: '#000000' };
    const colored = { color: '#ffffff', name: 'Paper' };
    const statement = update(named)({ ...named, id: '1' }, sqlite);
    const other = update(colored)({ ...colored, id: '2' }, sqlite);
    assert.equal(statement.sql, 'update "projects" set "color" = ?, "name" = ? where "id" = ?');
    assert.deepEqual(
      [statement.parameters, other.parameters],
      [
        ['#000000', 'Printers', '1'],
        ['#ffffff', 'Paper', '2'],
      ],
    );
    assert.equal(other.name, statement.name);
  });

  test('finds its row by all columns of the key', () => {
    const update = updateBy('saved_views', 'id', 'user_id');
    const { sql, parameters } = update({ name: 'Mine' })({ name: 'Mine', id: '1', user_id: '2' }, sqlite);
    assert.equal(sql, 'update "saved_views" set "name" = ? where "id" = ? and "user_id" = ?');
    assert.deepEqual(parameters, ['Mine', '1', '2']);
  });
});
