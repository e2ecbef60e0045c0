import { hash } from 'node:crypto';
import { addSolved, fillAnswers, fillSearch, reportWordFilling } from '#memory';
import type { Actor, ForeignDatabase, Instant, SettingsSource, Work } from '#platform';
import type { TableName } from '#records';
import { readSettings, recordAudit } from '#settings';
import { finishTickets } from '../finish-tickets.ts';
import { ImportRefused, type ImportReport } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { DerivedRowStore, type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import { carrySettings, type SettingsChoice } from './carry-settings.ts';
import { type Conversion, KNOWN_BEFORE, offsetOf, type TableImport } from './conversion.ts';
import { attachments, references, relations, tasks, telemetryEvents } from './parts-of-tickets.ts';
import { ImportedPeople, projects, templates, users } from './people-and-projects.ts';
import type { OpenArcaFiles } from './reading/keep-uploads.ts';
import { readFacts } from './reading/source-facts.ts';
import { SourceRow } from './reading/source-row.ts';
import { comments, history, tickets } from './tickets.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

/** The tables of OpenArca that come along, each after those that its rows name. */
export const OPENARCA_TABLES: readonly TableImport[] = [
  users,
  projects,
  templates,
  tickets,
  comments,
  attachments,
  history,
  tasks,
  relations,
  references,
  telemetryEvents,
];

/** Imports the rows of one table, one after another, in the order in which they were written. */
async function importRows(source: ForeignDatabase, table: TableImport, conversion: Conversion): Promise<void> {
  const { kind, to, from = to } = table;
  const { run } = conversion;
  const { report } = run;
  for (const values of source.rows(from, ['created_at'])) {
    const row = new SourceRow(from, values, report);
    const place = { id: row.id, number: row.number };
    report.read(from);
    if (row.id === '') {
      report.leftOut(from, 'it has no id', { isLost: true, number: row.number });
      continue;
    }
    const isKnown = [kind, `${KNOWN_BEFORE}${kind}`].find((one) => run.has(one, row.id));
    if (isKnown !== undefined) {
      report.merged(from);
      if (isKnown === kind && run.hasChanged({ kind, id: row.id, values }))
        report.changedIn(from, await changeRow(table, row, conversion), place);
      continue;
    }
    const converted = table.convert(row, conversion);
    if ('leftOut' in converted)
      report.leftOut(from, converted.leftOut, { isLost: converted.isLost, id: row.id, number: row.number });
    else addRow(table, row, converted.values, conversion);
    if (run.rows.isFull) await run.rows.flush();
  }
  await run.rows.flush();
}

type Values = Partial<ImportedRow<TableName>>;

/** Adds a row, unless Kwit has such a thing. */
function addRow(table: TableImport, row: SourceRow, values: Values, conversion: Conversion): void {
  const { run } = conversion;
  const thing = { kind: table.kind, id: row.id, values: row.values };
  const here = table.findHere?.(values, conversion) ?? null;
  if (here !== null) {
    run.note({ ...thing, kind: `${KNOWN_BEFORE}${table.kind}` }, here, true);
    run.report.merged(row.table);
    return;
  }
  const { created_at, at } = values as { created_at?: Instant; at?: Instant };
  const id = table.hasNoId ? null : run.newId(created_at ?? at ?? run.now);
  run.rows.add(table.to, { ...table.constant, ...values, ...(id && { id }) } as ImportedRow<TableName>);
  run.note(thing, id, table.isNamed);
  table.added?.(values, id ?? '', conversion);
  run.report.imported(row.table);
}

/** @returns what came of a row that has changed there since an earlier run brought it. */
async function changeRow(table: TableImport, row: SourceRow, conversion: Conversion): Promise<string> {
  const converted = table.convert(row, conversion);
  if (table.changed === undefined || 'leftOut' in converted) return 'it stays here as it was imported';
  return table.changed(converted.values, conversion.run.idOf(table.kind, row.id) ?? '', conversion);
}

/** Tables of which nothing comes along, and why. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  otp_codes: 'codes are never taken: everybody signs in once more',
  domain_events: 'events are made anew from tickets and their history',
  event_outbox: 'events are made anew from tickets and their history',
};

const TAKEN = new Set(['settings', ...OPENARCA_TABLES.map(({ to, from = to }) => from)]);

/** Names every table that does not come along, with the number of its rows. */
function nameTablesLeftOut(source: ForeignDatabase, report: ImportReport): void {
  for (const table of source.tables.keys()) {
    if (TAKEN.has(table)) continue;
    const count = source.count(table);
    const reason = NOT_TAKEN[table];
    report.read(table, count);
    report.leftOut(table, reason ?? 'Kwit does not know this table', { isLost: reason === undefined, count });
  }
}

export interface OpenArcaOptions {
  readonly words: SourceWords;
  /** Whether its tickets get other numbers when Kwit has tickets with theirs. */
  readonly renumbers: boolean;
  readonly settings: SettingsChoice;
  /** Whether nothing is written. */
  readonly isTrial: boolean;
}

/** So many digits of a hash tell sources apart. The name of a source stands in each row that came from it. */
const SOURCE_DIGITS = 16;

/** Which OpenArca it is: two of them never mix, and one that is imported again is known. */
export function openArcaSource(database: ForeignDatabase): string {
  const [oldest] = database.rows('tickets', ['created_at'], ['id']);
  return `openarca:${hash('sha256', String(oldest?.id ?? 'no ticket')).slice(0, SOURCE_DIGITS)}`;
}

/** What is imported: an OpenArca, and its files, which the file store keeps already. */
export interface OpenArcaData {
  readonly database: ForeignDatabase;
  readonly uploads: OpenArcaFiles;
  readonly settings: SettingsSource;
}

/** @param last the last number of Kwit when its tickets may get others; null when they may not. @throws ImportRefused */
export async function readConversion(
  work: Work<Actor>,
  { database, uploads, settings }: OpenArcaData,
  run: ImportRun,
  words: SourceWords,
  last: number | null,
): Promise<Conversion> {
  const facts = readFacts(database);
  const progress = await TicketsInProgress.read(work.of(ImportStore));
  const offset = offsetOf(run, database, facts, progress, last);
  const people = new ImportedPeople(run, await work.of(ImportStore).everybody());
  const { default_language: language } = await readSettings(work, settings);
  return { run, facts, offset, words, language, uploads, progress, people };
}

/**
 * Imports everything of an OpenArca in one transaction: all of it, or nothing (docs/rules/moving.md#import-from-openarca).
 *
 * @throws ImportRefused when Kwit has tickets with its numbers.
 */
export async function importOpenArca(
  work: Work<Actor>,
  from: OpenArcaData,
  { isTrial, renumbers, words, settings }: OpenArcaOptions,
  report: ImportReport,
): Promise<void> {
  const { database, uploads } = from;
  if (!isTrial) await work.of(ImportedRowStore).withoutTimeouts();
  if (!isTrial && !(await work.tryLock('import')))
    throw new ImportRefused('Another import is running. Wait until it is done.');
  const about = { id: work.newId(), source: openArcaSource(database), now: work.now, isTrial };
  if (!isTrial) await work.of(ImportStore).addRun({ ...about, options: '{}', file: null });
  const run = await ImportRun.begin(work, about, report);
  const last = await work.of(ImportStore).holdNumbers();
  const conversion = await readConversion(work, from, run, words, renumbers ? last : null);
  for (const table of OPENARCA_TABLES) {
    await importRows(database, table, conversion);
    // Only comments name comments.
    if (table === comments) run.forget('comment');
  }
  await carrySettings({ work, source: from.settings, run }, database, settings, uploads);
  nameTablesLeftOut(database, report);
  report.expectSums();
  if (isTrial) return;
  const { progress, facts, offset } = conversion;
  run.forget();
  await finishTickets(work, run, progress.takeAdditions());
  await work.of(ImportStore).raiseNumbers({ number: facts.lastNumber + offset });
  await work.of(ImportStore).countMoved(progress.moved);
  await makeFindable(work, progress.reworded);
  const { imported = 0 } = report.tables.tickets ?? {};
  if (report.hasImported) await recordAudit(work, 'import.made', run.id, { source: 'openarca', tickets: imported });
  work.hasRecorded = true;
  await work.of(ImportStore).change(run.id, { ended_at: work.now, report: JSON.stringify(report) });
}

/** Writes the words of new texts into the indexes, and what else is worked out from rows. */
async function makeFindable(work: Work<Actor>, reworded: ReadonlySet<number>): Promise<void> {
  const isReworded = (number: number) => reworded.has(number);
  await work.of(DerivedRowStore).statistics();
  await fillSearch(work, isReworded, reportWordFilling(work));
  await fillAnswers(work);
  await addSolved(work, isReworded);
}
