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
import { type Conversion, KNOWN_BEFORE, makeConversion, offsetOf, type TableImport } from './conversion.ts';
import { attachments, references, relations, tasks, telemetryEvents } from './parts-of-tickets.ts';
import { ImportedPeople, projects, templates, users } from './people-and-projects.ts';
import type { OpenArcaFiles } from './reading/keep-uploads.ts';
import { readFacts } from './reading/source-facts.ts';
import { SourceRow } from './reading/source-row.ts';
import { comments, history, tickets } from './tickets.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

/** What happens with the rows of a table besides being written. */
export interface RowObserver<T extends TableName> {
  /** The thing in Kwit that a new row is already, if any. */
  findHere?(values: Partial<ImportedRow<T>>): string | null;
  /** A row was written. @param id null for a row without one. */
  added?(row: SourceRow, values: Partial<ImportedRow<T>>, id: string | null): void;
  /** A row that an earlier run brought has changed there since. @returns a sentence that says what came of it. */
  changed?(row: SourceRow, values: Partial<ImportedRow<T>>, id: string | null): Promise<string>;
}

/** Imports the rows of one table, one after another, in the order in which they were written. */
export async function importRows<T extends TableName>(
  { run, source, conversion }: { run: ImportRun; source: ForeignDatabase; conversion: Conversion },
  definition: TableImport<T>,
  observer: RowObserver<T> = {},
): Promise<void> {
  const { from, kind, to, isNamed, hasId } = definition;
  const { report } = run;
  for (const values of source.rows(from, definition.orderBy)) {
    const row = new SourceRow(from, values, report);
    const thing = { kind, id: row.id, values };
    report.read(from);
    if (row.id === '') {
      report.leftOut(from, 'it has no id', { isLost: true, number: row.number });
      continue;
    }
    const isKnown = [kind, `${KNOWN_BEFORE}${kind}`].find((one) => run.has(one, row.id));
    if (isKnown !== undefined) {
      report.merged(from);
      if (isKnown === kind && run.hasChanged(thing))
        report.changedIn(from, await whatCame(definition, observer, row, run, conversion), {
          id: row.id,
          number: row.number,
        });
      continue;
    }
    const converted = definition.convert(row, conversion);
    if ('leftOut' in converted) {
      report.leftOut(from, converted.leftOut, { isLost: converted.isLost, id: row.id, number: row.number });
      continue;
    }
    const here = observer.findHere?.(converted.values) ?? null;
    if (here !== null) {
      run.note({ ...thing, kind: `${KNOWN_BEFORE}${kind}` }, here, true);
      report.merged(from);
    } else {
      const id = hasId ? run.newId(momentOf(converted.values, run.now)) : null;
      run.rows.add(to, {
        ...definition.constant,
        ...converted.values,
        ...(id === null ? {} : { id }),
      } as ImportedRow<T>);
      run.note(thing, id, isNamed);
      observer.added?.(row, converted.values, id);
      report.imported(from);
    }
    if (run.rows.isFull) await run.rows.flush();
  }
  await run.rows.flush();
}

/** When something came to be: `at` of telemetry, else `created_at`. */
function momentOf(values: object, instead: Instant): Instant {
  const { created_at, at } = values as { created_at?: Instant; at?: Instant };
  return created_at ?? at ?? instead;
}

async function whatCame<T extends TableName>(
  definition: TableImport<T>,
  observer: RowObserver<T>,
  row: SourceRow,
  run: ImportRun,
  conversion: Conversion,
): Promise<string> {
  const converted = definition.convert(row, conversion);
  if (observer.changed === undefined || 'leftOut' in converted) return 'it stays here as it was imported';
  return observer.changed(row, converted.values, run.idOf(definition.kind, row.id));
}

/** Tables of which nothing comes along, and why. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  otp_codes: 'codes are never taken: everybody signs in once more',
  domain_events: 'events are made anew from tickets and their history',
  event_outbox: 'events are made anew from tickets and their history',
};

const TAKEN: ReadonlySet<string> = new Set([
  'users',
  'projects',
  'ticket_templates',
  'tickets',
  'comments',
  'attachments',
  'ticket_history',
  'dev_tasks',
  'ticket_relations',
  'ticket_external_references',
  'telemetry_events',
  'settings',
]);

/** Names every table that does not come along, with the number of its rows. */
export function nameTablesLeftOut(source: ForeignDatabase, report: ImportReport): void {
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

/**
 * Imports everything of an OpenArca in one transaction: all of it, or nothing (docs/rules/moving.md#import-from-openarca).
 *
 * @param uploads its files, which the file store keeps already.
 * @throws ImportRefused when Kwit has tickets with its numbers.
 */
export async function importOpenArca(
  work: Work<Actor>,
  from: { readonly database: ForeignDatabase; readonly uploads: OpenArcaFiles; readonly settings: SettingsSource },
  options: OpenArcaOptions,
  report: ImportReport,
): Promise<void> {
  const { database: source } = from;
  const { isTrial } = options;
  if (!isTrial) await work.of(ImportedRowStore).withoutTimeouts();
  if (!isTrial && !(await work.tryLock('import')))
    throw new ImportRefused('Another import is running. Wait until it is done.');
  const about = { id: work.newId(), source: openArcaSource(source), now: work.now, isTrial };
  if (!isTrial) await work.of(ImportStore).addRun({ ...about, options: '{}', file: null });
  const run = await ImportRun.begin(work, about, report);
  const facts = readFacts(source);
  const progress = await TicketsInProgress.read(work.of(ImportStore));
  const last = await work.of(ImportStore).holdNumbers();
  const offset = offsetOf(run, source, facts, progress, options.renumbers ? last : null);
  const people = new ImportedPeople(run, await work.of(ImportStore).people());
  const { default_language: language } = await readSettings(work, from.settings);
  const { words } = options;
  const conversion = makeConversion({ run, facts, offset, words, language, uploads: from.uploads, progress, people });
  await importTables({ run, source, conversion }, people, progress);
  await carrySettings({ work, source: from.settings, run }, source, options.settings, from.uploads);
  nameTablesLeftOut(source, report);
  report.expectSums();
  if (isTrial) return;
  run.forget();
  await finishTickets(work, run, progress.takeAdditions());
  await work.of(ImportStore).raiseNumbers(facts.lastNumber + offset);
  await work.of(ImportStore).countMoved(progress.moved);
  await makeFindable(work, progress.reworded);
  const { imported = 0 } = report.tables.tickets ?? {};
  if (report.hasImported) await recordAudit(work, 'import.made', run.id, { source: 'openarca', tickets: imported });
  work.hasRecorded = true;
  await work.of(ImportStore).endRun(run.id, work.now, JSON.stringify(report));
}

type Rows = Parameters<typeof importRows>[0];

/** Every table after those that its rows name. */
async function importTables(rows: Rows, people: ImportedPeople, progress: TicketsInProgress): Promise<void> {
  await importRows(rows, users, people.users);
  await importRows(rows, projects);
  await importRows(rows, templates);
  await importRows(rows, tickets, progress.tickets(rows.run.rows.isTrial));
  await importRows(rows, comments, progress.comments);
  rows.run.forget('comment');
  await importRows(rows, attachments);
  await importRows(rows, history, progress.history);
  await importRows(rows, tasks, progress.tasks);
  await importRows(rows, relations, progress.relations);
  await importRows(rows, references);
  await importRows(rows, telemetryEvents);
}

/** Writes the words of new texts into the indexes, and what else is worked out from rows. */
async function makeFindable(work: Work<Actor>, reworded: ReadonlySet<number>): Promise<void> {
  const isReworded = (number: number) => reworded.has(number);
  await work.of(DerivedRowStore).statistics();
  await fillSearch(work, isReworded, reportWordFilling(work));
  await fillAnswers(work);
  await addSolved(work, isReworded);
}
