import { instant } from '../../clock.ts';
import { StartRefused } from '../../failure.ts';
import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import { aRowForEachStem } from './0047-a-row-for-each-stem.ts';
import { teams } from './0050-teams.ts';
import { figures } from './0051-figures.ts';
import { merging } from './0052-merging.ts';
import { upgrades } from './0053-upgrades.ts';
import { labels } from './0054-labels.ts';
import { addresses } from './0055-addresses.ts';
import { signIn } from './0056-sign-in.ts';
import { mailIn } from './0057-mail-in.ts';
import { mailInCanary } from './0058-mail-in-canary.ts';
import { laterSpellings } from './0059-later-spellings.ts';
import { labelEntries } from './0060-label-entries.ts';
import { figureDays } from './0061-figure-days.ts';
import { appointment } from './0062-appointed.ts';
import { nodes } from './0063-nodes.ts';
import { acts } from './0066-acts.ts';
import { answerDue } from './0068-answer-due.ts';
import { dueOrder } from './0069-due-order.ts';
import { otherWords } from './0070-found-by.ts';
import { learntWords } from './0070-learnt-words.ts';
import { shipments } from './0071-shipments.ts';
import { git } from './0072-git.ts';
import { askers } from './0073-askers.ts';
import { fields } from './0074-fields.ts';
import { templateFields } from './0075-template-fields.ts';
import { restrictedTickets } from './0076-restricted-tickets.ts';
import { mailAddresses } from './0077-mail-addresses.ts';
import { removedRows } from './0078-removed-rows.ts';
import { tellings } from './0079-tellings.ts';
import { sentLetters } from './0080-sent-letters.ts';
import { takenBack } from './0081-taken-back.ts';
import { dueFilters } from './0082-due-filters.ts';
import { figuresFromRows } from './0085-figures-from-rows.ts';
import { actsOfImports } from './0086-acts-of-imports.ts';
import { openTickets } from './0088-open-tickets.ts';
import { peopleInFields } from './0091-people-in-fields.ts';
import { ticketsRemoved } from './0092-removed-tickets.ts';
import { valuesByTicket } from './0093-values-by-ticket.ts';
import { baseline } from './baseline.ts';

interface Migration {
  readonly name: string;
  /** Whether nodes of the version before may serve while it runs, and go on afterwards. */
  readonly runsBeside?: true;
  statements(types: Dialect['types'], dialect: Dialect): readonly string[];
}

/** Every change of the schema, oldest first. A released migration is never edited. */
const MIGRATIONS: readonly Migration[] = [
  baseline,
  aRowForEachStem,
  teams,
  figures,
  merging,
  upgrades,
  labels,
  addresses,
  signIn,
  mailIn,
  mailInCanary,
  laterSpellings,
  labelEntries,
  figureDays,
  appointment,
  nodes,
  answerDue,
  dueOrder,
  otherWords,
  learntWords,
  shipments,
  git,
  askers,
  fields,
  templateFields,
  acts,
  restrictedTickets,
  mailAddresses,
  removedRows,
  tellings,
  sentLetters,
  takenBack,
  dueFilters,
  figuresFromRows,
  actsOfImports,
  openTickets,
  peopleInFields,
  ticketsRemoved,
  valuesByTicket,
];

/** The last change of the schema before the baseline: a database that has it has all of the baseline. */
const LAST_BEFORE_BASELINE = '0045-newest-answers-first';

/** The changes of the schema that a database has, in the names of this version. */
const sinceBaseline = (names: readonly string[]): string[] =>
  names.includes(LAST_BEFORE_BASELINE)
    ? [baseline.name, ...names.filter((name) => name > LAST_BEFORE_BASELINE)]
    : [...names];

/** The name of every change of the schema that this version knows, oldest first. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(({ name }) => name);

/**
 * Which other Kwit a database or a backup is of that this version cannot bring up to date, as the end of a sentence, and
 * what to do; null when it can.
 *
 * @param names the changes of the schema that it has.
 */
export function schemaStranger(names: readonly string[]): string | null {
  const unknown = sinceBaseline(names).filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (unknown.length === 0) return null;
  return unknown.some((name) => name < LAST_BEFORE_BASELINE)
    ? 'a Kwit from before the first release. Start the last version from before it once, which brings it up to date.'
    : `a newer Kwit (it has ${unknown.join(', ')}). Start that version, or restore a backup made with this one.`;
}

/** Whether nodes of the version before may serve while these changes are made. */
export const runBeside = (names: readonly string[]): boolean =>
  MIGRATIONS.every(({ name, runsBeside }) => runsBeside || !names.includes(name));

/** The changes of the schema that a database lacks. */
export const missingMigrations = (names: readonly string[]): string[] =>
  KNOWN_MIGRATIONS.filter((name) => !sinceBaseline(names).includes(name));

const run = (connection: Connection, text: string) => connection.run({ sql: text, parameters: [] });

async function applied(connection: Connection): Promise<string[]> {
  const rows = await connection.rows(connection.dialect.builder.selectFrom('migrations').select('name').compile());
  return sinceBaseline(rows.map((row) => row.name));
}

/** A change of the schema that was made: how many rows its statements changed, and how long they took. */
export interface MigrationRun {
  readonly name: string;
  readonly rows: number;
  readonly ms: number;
}

/** Hears of the changes of a schema. */
export interface MigrationWatcher {
  /** Is called under their lock, before any is made. It may refuse. */
  permit?(connection: Connection, missing: readonly string[]): Promise<void>;
  onBegin?(name: string): void;
  onEnd?(run: MigrationRun): void;
}

/**
 * Brings the schema up to this version, under a lock, in one transaction. Where two begin at once, one changes it and the
 * other waits.
 *
 * @returns the changes that were made.
 * @throws StartRefused when another Kwit made the schema, which this one does not know (`schemaStranger`).
 */
export async function migrateWithin(
  connection: Connection,
  now: number,
  watcher: MigrationWatcher = {},
): Promise<readonly MigrationRun[]> {
  const done = await begin(connection);
  const stranger = schemaStranger(done);
  if (stranger !== null) throw new StartRefused(`The database was made by ${stranger}`);
  const missing = MIGRATIONS.filter(({ name }) => !done.includes(name));
  if (missing.length > 0) await watcher.permit?.(connection, namesOf(missing));
  const runs = await change(connection, missing, now, watcher);
  // PostgreSQL takes a condition on a column that it has not looked at for one that few rows meet.
  if (done.length > 0 && runs.length > 0) await connection.dialect.analyze(connection);
  return runs;
}

const namesOf = (migrations: readonly Migration[]): string[] => migrations.map(({ name }) => name);

/**
 * Makes the tables that an older version had, in an empty database, for rows of then. `migrateWithin` then brings both up to date.
 *
 * @param names the changes of the schema that it knew.
 */
export async function createAsThen(connection: Connection, names: readonly string[], now: number): Promise<void> {
  await begin(connection);
  const migrations = MIGRATIONS.filter(({ name }) => sinceBaseline(names).includes(name));
  await change(connection, migrations, now);
}

/** @returns the migrations that the database has, which nobody else changes until the end of the transaction. */
async function begin(connection: Connection): Promise<readonly string[]> {
  const { types } = connection.dialect;
  await connection.dialect.withoutTimeouts(connection);
  await connection.dialect.lock(connection, 'migrations');
  await run(
    connection,
    `create table if not exists migrations (name ${types.text} primary key, applied_at ${types.time} not null) ${types.tableEnd}`,
  );
  return applied(connection);
}

async function change(
  connection: Connection,
  migrations: readonly Migration[],
  now: number,
  watcher: MigrationWatcher = {},
): Promise<readonly MigrationRun[]> {
  const { builder, types } = connection.dialect;
  const runs: MigrationRun[] = [];
  for (const { name, statements } of migrations) {
    watcher.onBegin?.(name);
    const began = performance.now();
    let rows = 0;
    for (const statement of statements(types, connection.dialect)) {
      const changed = await run(connection, statement);
      if (CHANGES_ROWS.test(statement)) rows += changed;
    }
    const ended = { name, rows, ms: Math.round(performance.now() - began) };
    runs.push(ended);
    watcher.onEnd?.(ended);
    await connection.run(
      builder
        .insertInto('migrations')
        .values({ name, applied_at: instant(now) })
        .compile(),
    );
  }
  return runs;
}

/** The databases count what they will of other statements. */
const CHANGES_ROWS = /^\s*(insert|update|delete|with)\b/i;

/** The tables that exist and that a change of the schema holds while it runs. */
const NAMED_TABLE = /\b(?:alter table|on|into|update|from|references|drop table)\s+(?:if exists\s+)?([a-z_]+)/g;

/** The changes of the schema to come: their names, and the tables that their statements name. */
export const plannedMigrations = (names: readonly string[], dialect: Dialect) =>
  MIGRATIONS.filter(({ name }) => missingMigrations(names).includes(name)).map(({ name, statements }) => ({
    name,
    tables: [
      ...new Set(
        statements(dialect.types, dialect).flatMap((text) =>
          [...text.matchAll(NAMED_TABLE)].map(([, table = '']) => table),
        ),
      ),
    ],
  }));
