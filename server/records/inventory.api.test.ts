/** The inventory against what each database really has, after all migrations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { NAMING } from '../service/housekeeping/housekeeping-store.ts';
import { TABLES } from './inventory.ts';
import { UNTYPED_INDEXES } from './search-tables.ts';

/** A column as the database describes it. */
interface Found {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly required: 0 | 1;
}

const SQLITE_COLUMNS = `select m.name as "table", c.name as "column", lower(c.type) as type,
    c."notnull" or c.pk > 0 as required
  from sqlite_master as m, pragma_table_info(m.name) as c where m.type = 'table' and m.name not like 'sqlite_%'`;
const POSTGRES_COLUMNS = `select table_name as "table", column_name as "column", data_type as type,
    is_nullable = 'NO' as required
  from information_schema.columns where table_schema = 'public'`;

const SQLITE_LINKS = `select m.name || '.' || f."from" || ' → ' || f."table" as link
  from sqlite_master as m, pragma_foreign_key_list(m.name) as f where m.type = 'table'`;
const POSTGRES_LINKS = `select k.table_name || '.' || k.column_name || ' → ' || u.table_name as link
  from information_schema.key_column_usage k
  join information_schema.referential_constraints r on r.constraint_name = k.constraint_name
  join information_schema.constraint_column_usage u on u.constraint_name = r.constraint_name`;

const rows = <R extends object>({ database }: App, sql: string) =>
  database.read((connection) => connection.rows<R>({ sql, parameters: [] }));

const isSqlite = ({ databaseUrl }: App) => databaseUrl === null;

/** Tables of which the inventory knows no columns: indexes of words, and what SQLite keeps of its own. */
const isIndex = (table: string) =>
  UNTYPED_INDEXES.some((name) => name === table) || /^search_.*_(data|idx|content|docsize|config)$/.test(table);

const isWordIndex = (table: string) => table === 'search_tickets' || table === 'search_said';

onEachDatabaseAnew('the inventory', (app) => {
  const storedColumns = async () => {
    const columns = await rows<Found>(app(), isSqlite(app()) ? SQLITE_COLUMNS : POSTGRES_COLUMNS);
    return columns.filter(({ table }) => !isIndex(table) && !isWordIndex(table));
  };
  const declaredColumns = () =>
    TABLES.filter(({ name }) => !isWordIndex(name)).flatMap(({ name: table, columns }) =>
      Object.entries(columns)
        .filter(([column]) => column !== 'xid' || !isSqlite(app()))
        .map(([column, it]) => ({ table, column, ...it })),
    );

  test('has every table and column of the database, and no other', async () => {
    assert.deepEqual(
      (await storedColumns()).map(({ table, column }) => `${table}.${column}`).toSorted(),
      declaredColumns()
        .map(({ table, column }) => `${table}.${column}`)
        .toSorted(),
      'Say in server/records/ how the table or column is exported, imported, backed up, erased and checked.',
    );
  });

  test('tells the type of each, and whether it may be null', async () => {
    const { types } = app().database.dialect;
    const typeOf = { 'timestamp with time zone': 'timestamptz', xid8: 'text' } as Record<string, string>;
    const byName = new Map((await storedColumns()).map((column) => [`${column.table}.${column.column}`, column]));
    for (const { table, column, type, isNullable = false } of declaredColumns()) {
      const real = byName.get(`${table}.${column}`);
      assert.ok(real);
      // The value of a setting is JSON, and kept as it was written on both databases.
      const expected = table === 'settings' && column === 'value' ? types.text : types[type];
      assert.equal(typeOf[real.type] ?? real.type, expected, `${table}.${column}`);
      if (isNullable) assert.equal(real.required, 0, `${table}.${column}`);
    }
    // Columns that were added later may be null in the database alone.
    const later = ['tickets.status_since', 'tickets.public_updated_at', 'ticket_people.appointed'];
    const optional = (await storedColumns()).filter(({ required }) => required === 0);
    const unsaid = optional
      .map(({ table, column }) => `${table}.${column}`)
      .filter(
        (name) =>
          !declaredColumns().some(({ table, column, isNullable }) => isNullable && `${table}.${column}` === name),
      );
    assert.deepEqual(unsaid.toSorted(), later.toSorted());
  });

  test('follows every foreign key, and loads a table after those that its rows name', async () => {
    const links = (await rows<{ link: string }>(app(), isSqlite(app()) ? SQLITE_LINKS : POSTGRES_LINKS)).map(
      ({ link }) => link,
    );
    assert.ok(links.length > 30);
    const declared = new Set(declaredColumns().map(({ table, column, names }) => `${table}.${column} → ${names}`));
    assert.deepEqual(
      links.filter((link) => !declared.has(link)),
      [],
    );
    const place = new Map<string, number>(TABLES.map(({ name }, index) => [name, index]));
    for (const link of links) {
      const [, from = '', to = ''] = /^(.+)\..+ → (.+)$/.exec(link) ?? [];
      assert.ok(from === to || Number(place.get(from)) > Number(place.get(to)), link);
    }
  });

  test('knows the same columns that name a file as the sweep', () => {
    const naming = declaredColumns().filter(({ names }) => names === 'file');
    assert.deepEqual(
      naming.map(({ table, column }) => [table, column]).toSorted(),
      NAMING.map((pair) => [...pair]).toSorted(),
    );
  });

  test('leaves no secret and no pass in an export', () => {
    const exported = declaredColumns().filter(({ table, leftOut }) => {
      const how = TABLES.find(({ name }) => name === table)?.exported;
      return how !== 'never' && leftOut === undefined;
    });
    const telling = exported.filter(({ column }) => /secret|hash$|^code|token|password|lease/.test(column));
    assert.deepEqual(telling, []);
  });
});
