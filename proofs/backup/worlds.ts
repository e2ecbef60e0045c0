/** Possible contents of a database: settings at their bounds, odd texts, and JSON of every shape in every column for it. */
import fc from 'fast-check';
import { type Connection, contextOf, newId, openDatabase, readConfig, systemClock } from '#platform';
import { nameColumn, type RecordedTable, TABLES } from '#records';
import {
  CAPABILITIES,
  EDITIONS,
  MCP_MODES,
  NEW_TICKET_NOTICES,
  REPORTERS_TEXTS,
} from '../../contract/setting-words.ts';
import type { SettingsChange } from '../../contract/settings.ts';
import { ImportedRowStore } from '../../packages/movers/imports/imported-row-store.ts';
import type { RowValue } from '../../packages/movers/imports/kwit/read-rows.ts';
import { runnerOn } from '../../server/runner.ts';

/** Texts that a format, a database or an order of rows may mistake: the last two sort otherwise by their code units. */
const LINES = [
  ...['Printer jams', 'null', '"null"', '\\N \\. "', '\\u0000', '{"a":null}', 'x'.repeat(300), "'; --", 'é é'],
  ...['\uffee', '𝒳'],
] as const;
const line = fc.constantFrom(...LINES);

const bounded = (min: number, max: number) => fc.constantFrom(min, max, Math.trunc((min + max) / 2));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), values);
const letters = (length: number) => fc.constantFrom('', 'x'.repeat(length), '𝒳"\\{}[],:\u2028é');

/** Every setting at its bounds, null where it may be. The provider's host has bounds that need none. */
const settings: fc.Arbitrary<SettingsChange> = fc.record({
  app_name: fc.constantFrom('K', 'x'.repeat(80), 'null', '"null"', '𝒳\\'),
  app_url: fc.constantFrom('', 'https://kwit.example.com', 'http://127.0.0.1:4000'),
  default_language: fc.constantFrom('pl', 'en'),
  mail_provider: fc.constantFrom(null, 'smtp', 'ses'),
  smtp_port: bounded(1, 65_535),
  smtp_user: fc.constantFrom('', 'x'.repeat(320), '𝒳"\\{}[],:é'),
  smtp_pass: letters(1000),
  ses_region: fc.constantFrom('', 'eu-central-1'),
  ses_access_key_id: letters(200),
  ses_secret_access_key: letters(1000),
  ses_session_token: letters(8000),
  edition: fc.constantFrom(...EDITIONS),
  feature_flags: fc.constantFrom({}, Object.fromEntries(CAPABILITIES.map((name, index) => [name, index % 2 === 0]))),
  share_closure_summaries: fc.boolean(),
  token_max_days: maybe(bounded(1, 3650)),
  mcp: fc.constantFrom(...MCP_MODES),
  mcp_reporters_texts: fc.constantFrom(...REPORTERS_TEXTS),
  outbox_retention_days: bounded(1, 3650),
  storage_per_person_mb: maybe(bounded(1, 1_048_576)),
  backup_expected_days: maybe(bounded(1, 365)),
  notify_developers_of_new_tickets: fc.constantFrom(...NEW_TICKET_NOTICES),
  mail_delay_minutes: bounded(0, 60),
  reopen_days: bounded(0, 365),
  zone: fc.constantFrom('Europe/Warsaw', 'UTC', 'America/Argentina/Buenos_Aires'),
  live_environment: fc.constantFrom('production', 'eu "west"', 'żywe'),
  show_version: fc.boolean(),
  tellings_days: bounded(1, 3650),
  undo_days: bounded(1, 365),
  tell_when_live: fc.boolean(),
});

export interface World {
  readonly settings: SettingsChange;
  readonly title: string;
  readonly comment: string;
  readonly events: string[];
  /** For columns of JSON, as text, one after the other and then again; null is none, where a column may have none. */
  readonly json: readonly (string | null)[];
}

const shapes = fc.constantFrom(
  ...[null, 'null', '{}', '[]', '""', '0', 'false', '"null"', '[null]', '{"":null}', '[1.5,-3,1e21]', '"\\\\u0000"'],
  JSON.stringify({ '𝒳\\"': ['\u2028', { deep: [[[[null]]]] }], '\uffee': 'null' }),
);

export const worlds: fc.Arbitrary<World> = fc.record({
  settings,
  title: line,
  comment: fc.oneof(line, fc.constant('Two\nlines\u2028\tand a tab')),
  events: fc.constantFrom(['*'], ['ticket.closed']),
  json: fc.array(shapes, { minLength: 7, maxLength: 7 }),
});

/** Each optional value is null. */
export const NOTHING: World = {
  settings: { mail_provider: null, token_max_days: null, storage_per_person_mb: null, backup_expected_days: null },
  ...{ title: 'null', comment: 'null', events: ['*'], json: ['null'] },
};

const columnsOf = ({ columns }: RecordedTable) => Object.entries(columns);
const jsonOf = (table: RecordedTable) => columnsOf(table).filter(([, { type }]) => type === 'json');

type Row = Readonly<Record<string, RowValue>>;

/** A row of a table, made of its declaration. @param overrides its values that have to be those of other rows. */
function rowOf(table: RecordedTable, user: string, overrides: Row, nextJson: () => string | null): Row {
  const [now, texts] = [new Date(0).toISOString(), { name: LINES[3], secret: '' } as Record<string, string>];
  const values = { id: newId(), text: '𝒳', time: now, day: now.slice(0, 10), flag: false, integer: 0, real: 0 };
  return Object.fromEntries(
    columnsOf(table).map(([name, { type, words, names, isNullable }]): [string, RowValue] => {
      if (type === 'json') return [name, nextJson() ?? (isNullable ? null : 'null')];
      if (isNullable) return [name, null];
      if (names === 'users') return [name, user];
      return [name, overrides[name] ?? words?.[0] ?? texts[name] ?? values[type]];
    }),
  );
}

/** For each column that names a row of another table, the key of one that there is, or is added. */
async function namedBy(
  table: RecordedTable,
  rows: <R extends object>(sql: string) => Promise<R[]>,
  add: (other: RecordedTable) => Promise<unknown>,
): Promise<Row> {
  const entries: [string, RowValue][] = [];
  for (const [name, { names, isNullable }] of columnsOf(table)) {
    if (names === undefined || names === 'file' || names === 'users' || isNullable) continue;
    const other = TABLES.find((candidate) => candidate.name === names);
    if (other === undefined) continue;
    const keys = () => rows<{ id: string }>(`select ${nameColumn(other)} as id from ${other.name} limit 1`);
    if ((await keys()).length === 0) await add(other);
    for (const { id } of await keys()) entries.push([name, id]);
  }
  return Object.fromEntries(entries);
}

/**
 * Puts into a Kwit that rests a row of each table that has JSON, with JSON of every shape, and has events tell JSON of every
 * shape; and rows that are known by odd texts.
 */
export async function fill(environment: Readonly<Record<string, string>>, { json }: World): Promise<void> {
  const database = await openDatabase(readConfig(environment), Date.now());
  let place = 0;
  const nextJson = () => json[place++ % json.length] ?? null;
  try {
    await runnerOn(database, systemClock).write(contextOf('proof'), async (work) => {
      const rows = <R extends object>(sql: string) => work.of(Raw).rows<R>(sql);
      const [{ id: user } = { id: '' }] = await rows<{ id: string }>('select id from users');
      const [file = {}] = await rows<Row>('select filename, size, sha256 from attachments');
      for (const table of TABLES.filter(
        (candidate) => candidate.backedUp === 'as it is' && jsonOf(candidate).length > 0,
      )) {
        if (table.name === 'event_outbox')
          for (const { id } of await rows<{ id: string }>('select id from event_outbox'))
            await rows(`update event_outbox set payload = '${nextJson() ?? 'null'}' where id = '${id}'`);
        else if (table.name === 'answers') await rows(`update answers set found_by = '${nextJson() ?? '[]'}'`);
        else {
          const add = (other: RecordedTable) =>
            work.of(ImportedRowStore).add(other.name, [rowOf(other, user, file, nextJson)]);
          const overrides = { ...file, ...(await namedBy(table, rows, add)) };
          await work.of(ImportedRowStore).add(table.name, [rowOf(table, user, overrides, nextJson)]);
        }
      }
      const [{ id: run } = { id: '' }] = await rows<{ id: string }>('select id from import_runs');
      const imports = TABLES.find(({ name }) => name === 'imports');
      if (imports === undefined) return;
      const lines = LINES.map((external_id) => rowOf(imports, user, { run_id: run, external_id }, nextJson));
      await work.of(ImportedRowStore).add('imports', lines);
    });
  } finally {
    await database.close();
  }
}

class Raw {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  rows<R extends object>(sql: string): Promise<R[]> {
    return this.#connection.rows<R>({ sql, parameters: [] });
  }
}
