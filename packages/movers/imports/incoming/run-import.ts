import { setImmediate as turn } from 'node:timers/promises';
import type { PeopleChoice } from '#contract/table-words.ts';
import {
  type Actor,
  CurrentAct,
  type FileStore,
  type Instant,
  type RequestContext,
  type Runner,
  type SettingsSource,
  type Work,
} from '#platform';
import { readSettings, recordAudit } from '#settings';
import { listStoredFields } from '#tickets';
import { canonicalJson } from '../../exports/open-format/format.ts';
import { ImportRefused, ImportReport } from '../import-report.ts';
import { ImportRun, productOf } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { DerivedRowStore, ImportedRowStore } from '../imported-row-store.ts';
import { cleanedSentence } from '../source-words.ts';
import { distinctRows } from './distinct-rows.ts';
import { FieldsHere } from './fields-here.ts';
import { importTickets, type TicketBatch } from './import-tickets.ts';
import {
  type IncomingRow,
  type IncomingTicket,
  isMadeOfCells,
  type SourceRemark,
  type TicketSource,
} from './incoming-ticket.ts';
import { LabelsHere, PeopleHere, ProjectsHere } from './people-and-projects-here.ts';
import { filesToCome, keepFilesOf, removeBatchFiles } from './ticket-files.ts';
import { idsOf } from './ticket-ids.ts';
import { withTextsOfHere } from './ticket-texts.ts';

/** Rows that one transaction brings. */
const BATCH = 500;
/** Rows that are tried before others have their turn: a service that checks a table answers requests meanwhile. */
const TRIED_AT_ONCE = 100;

export interface ImportParts {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly settings: SettingsSource;
  readonly context: RequestContext;
}

export interface TicketImport {
  readonly source: TicketSource;
  readonly people: PeopleChoice;
  /** The addresses of developers who work on what is restricted; who imports does, where somebody does. */
  readonly restrictedTo?: readonly string[];
  /** Whether fields are made into which values come that are called so. */
  readonly makesFields?: boolean;
  /** As JSON: with it, a run that was killed goes on alike. */
  readonly options: string;
  /** The id that a new run gets; any when it is left out. */
  readonly runId?: string;
  /** The act of a new run; any when it is left out. */
  readonly actId?: string;
}

/** A source that a command has opened. */
export interface OpenImport extends Pick<TicketImport, 'source' | 'people'> {
  /** The name of the source, as people know it. */
  readonly name: string;
  /** Is read while nothing is written yet. */
  readonly trial?: { readonly source: TicketSource; end(): Promise<void> };
  /** Lines under the report; advice on closed tickets without an answer unless it says others. */
  said?(unanswered: number): Promise<readonly string[]> | readonly string[];
  close?(): Promise<void>;
}

interface RunSoFar {
  readonly id: string;
  readonly began: Instant;
  readonly done: number;
}

/** The rows of a source in batches. @param from so many rows are passed over. @param most rows that a batch has. */
export async function* batchesOf(
  { rows, numbers }: Pick<TicketSource, 'rows' | 'numbers'>,
  from: number,
  most = BATCH,
): AsyncGenerator<IncomingRow[]> {
  let batch: IncomingRow[] = [];
  let read = 0;
  for await (const row of distinctRows(rows())) {
    read += 1;
    if (read <= from) continue;
    batch.push('ticket' in row ? { ...row, ticket: withTextsOfHere(row.ticket, numbers) } : row);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export const ticketsOf = (rows: readonly IncomingRow[]): IncomingTicket[] =>
  rows.flatMap((row) => ('ticket' in row ? row.ticket : []));

/** Says which rows were rejected, and what of the others was cleaned. */
function reportRows(rows: readonly IncomingRow[], report: ImportReport): void {
  const unnamed = rows.filter((row) => 'ticket' in row).filter(({ ticket }) => isMadeOfCells(ticket.externalId));
  report.nameRows(new Map(unnamed.map(({ place, ticket }) => [ticket.externalId, place])));
  for (const row of rows) {
    if ('remark' in row) reportRemark(row.remark, report);
    else if ('ticket' in row) {
      for (const remark of row.remarks ?? []) reportRemark(remark, report);
      for (const { field, value } of row.cleaned ?? [])
        report.repairedIn('tickets', cleanedSentence(field), { id: row.place, value });
    } else {
      report.read(row.of);
      const { place: id, problems } = row;
      report.leftOut(row.of, row.rejected, { id, problems, isLost: true });
    }
  }
}

function reportRemark({ of, place, reason, value, lost }: SourceRemark, report: ImportReport): void {
  const row = { id: place, ...(value === undefined ? {} : { value }) };
  if (lost === undefined) report.repairedIn(of, reason, row);
  else {
    report.read(of, lost);
    report.leftOut(of, reason, { ...row, isLost: true, count: lost });
  }
}

/** Reads everything, and says what an import would do. It writes nothing. @throws ImportRefused */
export async function tryImport(parts: ImportParts, order: TicketImport): Promise<ImportReport> {
  const report = new ImportReport();
  let here: ThingsHere | null = null;
  for await (const rows of batchesOf(order.source, 0, TRIED_AT_ONCE)) {
    await turn();
    reportRows(rows, report);
    const tickets = ticketsOf(rows);
    const uploads = await filesToCome(tickets);
    await parts.runner.read(parts.context, async (work) => {
      const batch = await openBatch(work, parts, order, { report, tickets, uploads, here });
      here = batch;
      await importTickets(batch, tickets);
    });
  }
  report.expectSums();
  return report;
}

type ThingsHere = Pick<TicketBatch, 'people' | 'projects' | 'labels' | 'fields' | 'workers'>;

/** Without a run a batch is a trial. `here` has what an earlier batch has looked up. */
interface BatchParts extends Pick<TicketBatch, 'uploads'> {
  readonly report: ImportReport;
  readonly tickets: readonly IncomingTicket[];
  readonly run?: RunSoFar;
  readonly here?: ThingsHere | null;
}

/** @throws ImportRefused for an address that is no active developer's. */
async function workersFrom(work: Work<Actor>, addresses: readonly string[]): Promise<readonly string[]> {
  if (work.actor !== null) return [work.actor.id];
  const developers = await work.of(ImportStore).developers(addresses);
  const other = addresses.find((address) => !developers.some(({ email }) => email === address));
  if (other !== undefined)
    throw new ImportRefused(
      `${other} is no active developer here: \`developer add\` makes them one from their first sign-in on. --restricted-to names who works on restricted tickets.`,
    );
  return developers.map(({ id }) => id);
}

/** Begins a batch: what is known of its tickets from before, and what they name. */
export async function openBatch(
  work: Work<Actor>,
  { settings }: Pick<ImportParts, 'settings'>,
  { source, people: choice, restrictedTo = [], makesFields = false }: Omit<TicketImport, 'options' | 'runId'>,
  { report, tickets, uploads, run: { id, began: now } = { id: '', began: work.now, done: 0 }, here }: BatchParts,
): Promise<Omit<TicketBatch, 'worn'>> {
  const about = { id, source: source.name, now, isTrial: id === '' };
  const run = await ImportRun.begin(work, about, report, tickets.flatMap(idsOf));
  const people = here?.people ?? new PeopleHere(choice, await readSettings(work, settings));
  const workers = here?.workers ?? (await workersFrom(work, restrictedTo));
  const labels = here?.labels ?? new LabelsHere(await work.of(ImportStore).labels());
  const fields = here?.fields ?? new FieldsHere(await listStoredFields(work), makesFields);
  return { work, run, people, projects: here?.projects ?? new ProjectsHere(), labels, fields, uploads, workers };
}

/**
 * Imports tickets in transactions of 500 rows, each of which is written whole or not at all, with what it has done so far.
 * A run that was killed goes on after its last transaction, when the same is imported from the same file again.
 *
 * @param onProgress told of the rows that are done.
 * @throws ImportRefused when the file cannot be read, or when another process imports it.
 */
export async function runImport(
  parts: ImportParts,
  order: TicketImport,
  onProgress: (done: number) => void = () => {},
): Promise<ImportReport> {
  const { runner } = parts;
  const { act: id, ...begun } = await runner.write(parts.context, (work) => beginRun(work, order));
  const context = { ...parts.context, act: new CurrentAct(null).asImport(productOf(order.source.name), id) };
  let { done } = begun;
  for await (const rows of batchesOf(order.source, begun.done)) {
    await writeBatch({ ...parts, context }, order, { ...begun, done }, rows);
    done += rows.length;
    onProgress(done);
  }
  return runner.write(context, (work) => endRun(work, begun.id, order));
}

async function beginRun(
  work: Work<Actor>,
  { source, options, runId, actId }: TicketImport,
): Promise<RunSoFar & { readonly act: string }> {
  await work.lock('import');
  const unfinished = (await work.of(ImportStore).unfinished()).find(
    (run) => run.source === source.name && run.file_sha256 === source.sha256 && sameJson(run.options, options),
  );
  const act = unfinished?.act_id ?? actId ?? work.newId();
  if (unfinished !== undefined) {
    await work.of(ImportStore).change(unfinished.id, { act_id: act });
    return { id: unfinished.id, began: unfinished.began_at, done: unfinished.done_rows, act };
  }
  const id = runId ?? work.newId();
  const run = { id, source: source.name, now: work.now, options, file: source.sha256, act_id: act };
  await work.of(ImportStore).addRun(run);
  return { id, began: work.now, done: 0, act };
}

const sameJson = (a: string, b: string): boolean => canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b));

async function writeBatch(
  parts: ImportParts,
  order: TicketImport,
  run: RunSoFar,
  rows: readonly IncomingRow[],
): Promise<void> {
  const { runner, files, context } = parts;
  const { name } = order.source;
  const tickets = ticketsOf(rows);
  const remembered = await runner.read(context, (work) =>
    work.of(ImportStore).knownAmong(name, tickets.flatMap(idsOf)),
  );
  const knownFiles = new Set(remembered.flatMap(({ kind, external_id }) => (kind === 'file' ? external_id : [])));
  const uploads = await keepFilesOf(tickets, (id) => knownFiles.has(id), files);
  try {
    await runner.write(context, async (work) => {
      const held = await work.of(ImportStore).hold(run.id);
      if (held?.done_rows !== run.done || held.ended_at !== null)
        throw new ImportRefused('Another process goes on with this import.');
      const report = held.report === null ? new ImportReport() : ImportReport.from(held.report);
      reportRows(rows, report);
      await importBatch(work, parts, order, { tickets, report, uploads, run });
      report.expectSums();
      const done_rows = run.done + rows.length;
      await work.of(ImportStore).change(run.id, { done_rows, report: JSON.stringify(report) });
      work.hasRecorded = true;
    });
  } catch (error) {
    await removeBatchFiles(uploads, files);
    throw error;
  }
}

/** A write that lost a race is run again, so everything that it remembers is made anew. */
async function importBatch(
  work: Work<Actor>,
  parts: ImportParts,
  order: TicketImport,
  batch: BatchParts,
): Promise<void> {
  await work.of(ImportedRowStore).withoutTimeouts();
  await work.lock('import');
  if (batch.tickets.some((ticket) => ticket.labels !== undefined)) await work.lock('labels');
  if (order.makesFields) await work.lock('fields');
  await importTickets(await openBatch(work, parts, order, batch), batch.tickets);
}

async function endRun(work: Work<Actor>, id: string, { source }: TicketImport): Promise<ImportReport> {
  const held = await work.of(ImportStore).hold(id);
  const report = held?.report ? ImportReport.from(held.report) : new ImportReport();
  await work.of(DerivedRowStore).statistics();
  const { imported = 0 } = report.tables.tickets ?? {};
  if (report.hasImported)
    await recordAudit(work, 'import.made', id, { source: productOf(source.name), tickets: imported });
  await work.of(ImportStore).change(id, { ended_at: work.now });
  return report;
}
