import { addSolved, fillAnswers, fillSearch, reportWordFilling } from '#memory';
import { type Actor, CurrentAct, type Instant, type Work } from '#platform';
import type { TableName } from '#records';
import { NAMES_AT_ONCE, namedFilesAmong } from '#service';
import { readSettings, recordAudit } from '#settings';
import { finishTickets } from '../finish-tickets.ts';
import { ImportRefused, ImportReport, NO_FILES } from '../import-report.ts';
import { ImportRun, productOf } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { DerivedRowStore, type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import type { ImportParts } from '../incoming/run-import.ts';
import { carrySettings } from './carry-settings.ts';
import { idHere, KINDS, KNOWN_BEFORE, PeopleOfTables, type Placed, placeRow, type TablesHere } from './placed-rows.ts';
import { keepTableFiles, type TableFiles } from './table-files.ts';
import type { Repair, SourceTableRow, TableSource } from './table-source.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

/** A source of tables that a command has opened. */
export interface OpenTables {
  readonly tables: TableSource;
  readonly name: string;
  /** Whether its tickets get other numbers when Kwit has tickets with theirs. */
  readonly renumbers: boolean;
  readonly allowsMissingFiles: boolean;
  readonly repairsLinks: boolean;
  close(): Promise<void>;
}

/** Imports everything in one transaction: all of it, or nothing. @throws ImportRefused */
export async function importTables(parts: ImportParts, opened: OpenTables, isTrial: boolean): Promise<ImportReport> {
  const { runner, context } = parts;
  const { tables: source, repairsLinks } = opened;
  source.check(repairsLinks);
  const files = isTrial ? null : parts.files;
  const before = await runner.read(context, async (work) => {
    const run = await beginTrial(work, source);
    await run.learnKinds(work, ['attachment']);
    return run;
  });
  const figures = { ...NO_FILES };
  const isKnown = ({ from, id }: { from: string; id: string }) =>
    from === 'attachments' && before.has('attachment', id);
  const stored = await keepTableFiles(source, files, figures, isKnown);
  // A write that lost a race is run again, from the beginning.
  const operation = async (work: Work<Actor>) => {
    const report = new ImportReport(figures);
    await bringTables(work, parts, opened, { files: stored, report, isTrial });
    return report;
  };
  if (isTrial) return runner.read(context, operation);
  try {
    return await runner.write(
      { ...context, act: new CurrentAct(null).asImport(productOf(source.name), null) },
      operation,
    );
  } finally {
    await removeUnnamed(parts, stored);
  }
}

/** A run that writes nothing. */
export const beginTrial = (work: Work<Actor>, { name: source }: TableSource): Promise<ImportRun> =>
  ImportRun.begin(work, { id: '', source, now: work.now, isTrial: true }, new ImportReport());

/** The tables whose rows those of any other table may name. */
const NAMED_BY_ANY: readonly TableName[] = ['users', 'projects', 'tickets'];

const kindsOf = (table: TableName): string[] => {
  const kind = KINDS[table] ?? table;
  return [kind, `${KNOWN_BEFORE}${kind}`];
};

/** The rows of a source, in order. The run knows of a table what came before, while its rows come: together it were too much. */
export async function* rowsInTurn(work: Work<Actor>, source: TableSource, run: ImportRun) {
  let table: TableName | null = null;
  for (const row of source.rows()) {
    if (table !== row.to) {
      await run.rows.flush();
      if (table !== null && !NAMED_BY_ANY.includes(table)) for (const kind of kindsOf(table)) run.forget(kind);
      table = row.to;
      if (!NAMED_BY_ANY.includes(table)) await run.learnKinds(work, kindsOf(table));
    }
    yield row;
  }
  await run.rows.flush();
}

/** Removes the stored files that no row names: all of them when the import failed, else the pictures of people whom Kwit knew before. */
async function removeUnnamed({ runner, files, context }: ImportParts, stored: TableFiles): Promise<void> {
  for (const names of stored.names(NAMES_AT_ONCE)) {
    const named = await runner.read(context, (work) => namedFilesAmong(work, names));
    for (const name of names) if (!named.has(name)) await files.remove(name);
  }
}

async function bringTables(
  work: Work<Actor>,
  { settings }: ImportParts,
  { tables: source, renumbers }: OpenTables,
  { files, report, isTrial }: { readonly files: TableFiles; readonly report: ImportReport; readonly isTrial: boolean },
): Promise<void> {
  if (!isTrial) await work.of(ImportedRowStore).withoutTimeouts();
  if (!isTrial && !(await work.tryLock('import')))
    throw new ImportRefused('Another import is running. Wait until it is done.');
  const about = { id: work.newId(), source: source.name, now: work.now, isTrial };
  if (!isTrial) await work.of(ImportStore).addRun({ ...about, options: '{}', file: null, act_id: work.actId });
  const before = await work.of(ImportStore).countCome({ source: source.name });
  const run = await ImportRun.begin(work, { ...about, before }, report);
  const last = await work.of(ImportStore).holdNumbers();
  const here = await readTablesHere(work, settings, source, { run, files, last: renumbers ? last : null });
  for await (const row of rowsInTurn(work, source, run)) {
    await bringRow(row, here);
    if (run.rows.isFull) await run.rows.flush();
  }
  await carrySettings({ work, source: settings, run }, source, files);
  for (const { from, leftOut, isLost, count } of source.leftOut()) {
    report.read(from, count);
    report.leftOut(from, leftOut, { isLost, count });
  }
  report.expectSums();
  if (isTrial) return;
  const { progress, offset } = here;
  run.forget();
  await finishTickets(work, run, progress.takeAdditions());
  await work.of(ImportStore).raiseNumbers({ number: source.lastNumber + offset });
  await work.of(ImportStore).countMoved(progress.moved);
  await makeFindable(work, progress.reworded);
  const { imported = 0 } = report.tables.tickets ?? {};
  const product = productOf(source.name);
  if (report.hasImported) await recordAudit(work, 'import.made', run.id, { source: product, tickets: imported });
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

/** @param last the last number of Kwit when tickets may get others; null when they may not. @throws ImportRefused */
export async function readTablesHere(
  work: Work<Actor>,
  settings: ImportParts['settings'],
  source: TableSource,
  { run, files, last }: { readonly run: ImportRun; readonly files: TableFiles; readonly last: number | null },
): Promise<TablesHere> {
  await run.learnKinds(work, NAMED_BY_ANY.flatMap(kindsOf));
  const progress = await TicketsInProgress.read(work.of(ImportStore));
  const offset = offsetOf(run, source, progress, last);
  const people = new PeopleOfTables(run, await work.of(ImportStore).everybody());
  const { default_language: language } = await readSettings(work, settings);
  const numbers = new Set(source.numbers().map(({ number }) => number));
  return { run, language, numbers, offset, files, people, progress };
}

/**
 * The import adds this to each number: nothing when Kwit has no ticket with one of them, else Kwit's highest. A later import of the
 * same source adds what the first one did.
 *
 * @throws ImportRefused when numbers clash and none others are allowed.
 */
function offsetOf(run: ImportRun, source: TableSource, progress: TicketsInProgress, allowed: number | null): number {
  const taken = new Set([...progress.here.values()].map(({ number }) => number));
  const clashing: number[] = [];
  for (const { id, number, isNew } of source.numbers()) {
    const here = progress.here.get(run.idOf('ticket', id) ?? '');
    if (here !== undefined && !isNew) return here.number - number;
    if (taken.has(number)) clashing.push(number);
  }
  if (clashing.length === 0) return 0;
  if (allowed !== null) return Math.max(allowed, ...taken);
  const named = clashing.slice(0, 5).map((number) => `#${number}`);
  throw new ImportRefused(
    `Kwit has tickets with ${clashing.length} of the numbers: ${named.join(', ')}${clashing.length > 5 ? ', …' : ''}. ` +
      '--renumber gives the imported ones other numbers, above those of Kwit.',
  );
}

async function bringRow(row: SourceTableRow, here: TablesHere): Promise<void> {
  const { run } = here;
  const { report } = run;
  const { from, id, number } = row;
  report.read(from);
  if (id === '') {
    report.leftOut(from, 'it has no id', { isLost: true, number });
    return;
  }
  const kind = KINDS[row.to] ?? row.to;
  const repair: Repair = (what, value) =>
    report.repairedIn(from, what, { id, number, ...(value === undefined ? {} : { value }) });
  const hasCome = run.has(kind, id);
  if (hasCome || run.has(`${KNOWN_BEFORE}${kind}`, id)) {
    report.merged(from);
    if (hasCome && run.hasChanged({ kind, id, values: row.said }))
      report.changedIn(from, await changeRow(row, here, repair), { id, number });
    return;
  }
  const placed = placeRow(row, here, repair);
  if ('leftOut' in placed) report.leftOut(from, placed.leftOut, { isLost: placed.isLost, id, number });
  else addRow(row, kind, placed.values, here);
}

/** A new row has these besides what came. */
const NEW: Partial<Record<TableName, Placed>> = {
  tickets: { version: 1, public_version: 1, event_seq: 0, was_closed: false },
  comments: { edited_at: null },
  attachments: { comment_id: null, is_internal: false },
  ticket_history: { via: null },
  ticket_relations: { relation_type: 'related' },
};

/** Tables whose rows others name. */
const NAMED: ReadonlySet<TableName> = new Set(['users', 'projects', 'tickets', 'comments']);
/** Tables to whose rows Kwit gives no ids. */
const WITHOUT_ID: ReadonlySet<TableName> = new Set(['ticket_relations', 'telemetry']);

/** Adds a row, unless it is somebody whom Kwit knows: an address that it has is that person, whose values stay. */
function addRow({ to, from, id: there, said }: SourceTableRow, kind: string, values: Placed, here: TablesHere): void {
  const { run, people, progress } = here;
  const thing = { kind, id: there, values: said };
  const person = to === 'users' ? people.byEmail.get(String(values.email)) : undefined;
  if (person !== undefined) {
    run.note({ ...thing, kind: `${KNOWN_BEFORE}${kind}` }, person, true);
    run.report.merged(from);
    return;
  }
  const { created_at, at } = values as { created_at?: Instant; at?: Instant };
  const id = WITHOUT_ID.has(to) ? null : run.newId(created_at ?? at ?? run.now);
  run.rows.add(to, { ...NEW[to], ...values, ...(id && { id }) } as ImportedRow<TableName>);
  run.note(thing, id, NAMED.has(to));
  if (to === 'tickets') run.recordTicket(id ?? '', Number(values.number));
  if (to === 'users') people.byEmail.set(String(values.email), id ?? '');
  progress.added(to, values, id ?? '');
  run.report.imported(from);
}

/** @returns what came of a row that has changed there since an earlier run brought it. */
async function changeRow(row: SourceTableRow, here: TablesHere, repair: Repair): Promise<string> {
  const placed = placeRow(row, here, repair);
  if (row.to !== 'tickets' || 'leftOut' in placed) return 'it stays here as it was imported';
  return here.progress.change(placed.values, idHere(here, 'ticket', row.id) ?? '', here.run.rows.isTrial);
}
