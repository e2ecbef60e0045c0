import { hash } from 'node:crypto';
import { addSolved, fillAnswers, fillSearch, reportWordFilling } from '#memory';
import type { Actor, ForeignDatabase, SettingsSource, Work } from '#platform';
import { readSettings, recordAudit } from '#settings';
import { DerivedRowStore } from '../derived-row-store.ts';
import { finishTickets } from '../finish-tickets.ts';
import { ImportRefused } from '../import-refused.ts';
import type { ImportReport } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import { carrySettings, type WantedSettings } from './carry-settings.ts';
import { attachments, references, relations, tasks, telemetryEvents } from './hanging-on-tickets.ts';
import { importRows } from './import-rows.ts';
import { makeConversion, offsetOf } from './make-conversion.ts';
import { ImportedPeople } from './people.ts';
import { projects, templates, users } from './people-and-projects.ts';
import type { KeptUploads } from './reading/keep-uploads.ts';
import { readFacts } from './reading/source-facts.ts';
import { nameTablesLeftOut } from './tables-left-out.ts';
import { comments, history, tickets } from './tickets.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

export interface OpenArcaOptions {
  readonly words: SourceWords;
  /** Whether its tickets get other numbers when Kwit has tickets with theirs. */
  readonly renumbers: boolean;
  readonly settings: WantedSettings;
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
  from: { readonly database: ForeignDatabase; readonly uploads: KeptUploads; readonly settings: SettingsSource },
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
