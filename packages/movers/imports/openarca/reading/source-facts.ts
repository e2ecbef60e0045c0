import { type ForeignDatabase, type Instant, instant } from '#platform';
import { readMoment } from '../../source-words.ts';

/** Facts of the whole source, which its rows need one by one. */
export interface SourceFacts {
  /** The numbers of tickets, by their ids; the lowest first. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The tickets whose own cannot be kept: it is missing, or given twice. */
  readonly renumbered: ReadonlySet<string>;
  /** The comments that are the newest public closure summary of their ticket. */
  readonly summaries: ReadonlySet<string>;
  /** The one of each ticket's tasks that stays linked to it. */
  readonly linkedTasks: ReadonlyMap<string, string>;
  /** Comments that answer one on another ticket, or none before them. */
  readonly foreignReplies: ReadonlySet<string>;
  readonly lastNumber: number;
  /** When the oldest ticket was reported: the time of rows that do not tell theirs. */
  readonly oldest: Instant;
}

export function readFacts(source: ForeignDatabase): SourceFacts {
  const numbering = readNumbers(source);
  const [summaries, linkedTasks, foreignReplies] = [
    readSummaries(source),
    readTasks(source),
    readForeignReplies(source),
  ];
  return { ...numbering, summaries, linkedTasks, foreignReplies, oldest: readOldest(source) };
}

function readForeignReplies(source: ForeignDatabase): Set<string> {
  const foreign = new Set<string>();
  const ticketOf = new Map<unknown, unknown>();
  for (const { parent_id } of source.rows('comments', [], ['parent_id'])) if (parent_id) ticketOf.set(parent_id, null);
  if (ticketOf.size === 0) return foreign;
  for (const { id, ticket_id, parent_id } of source.rows(
    'comments',
    ['created_at'],
    ['id', 'ticket_id', 'parent_id'],
  )) {
    if (parent_id && ticketOf.get(parent_id) !== ticket_id) foreign.add(String(id));
    if (ticketOf.has(id)) ticketOf.set(id, ticket_id);
  }
  return foreign;
}

function readOldest(source: ForeignDatabase): Instant {
  for (const { created_at } of source.rows('tickets', ['created_at'], ['created_at'])) {
    const read = readMoment(String(created_at));
    if (read !== null) return read;
  }
  return instant(0);
}

function readNumbers(source: ForeignDatabase) {
  const numbers = new Map<string, number>();
  const without = new Set<string>();
  let last = 0;
  for (const { id, number } of source.rows('tickets', ['number'], ['id', 'number'])) {
    const isKept = typeof number === 'number' && Number.isSafeInteger(number) && number > last;
    if (isKept) numbers.set(String(id), number);
    else without.add(String(id));
    last = isKept ? number : last;
  }
  const counter = Number(readSourceSetting(source, 'ticket_counter') ?? 0);
  for (const id of without) numbers.set(id, ++last);
  return { numbers, renumbered: without, lastNumber: Math.max(last, Number.isSafeInteger(counter) ? counter : 0) };
}

function readSummaries(source: ForeignDatabase): Set<string> {
  const summaries = new Map<string, string>();
  const columns = ['id', 'ticket_id', 'is_closure_summary', 'is_internal'];
  for (const { id, ticket_id, is_closure_summary, is_internal } of source.rows('comments', ['created_at'], columns))
    if (is_closure_summary === 1 && is_internal !== 1) summaries.set(String(ticket_id), String(id));
  return new Set(summaries.values());
}

/** The active task of the assignee, else any active one, else the newest. */
function readTasks(source: ForeignDatabase): Map<string, string> {
  const assignees = new Map<unknown, unknown>();
  const best = new Map<string, { id: string; rank: number }>();
  for (const { id, assignee_id } of source.rows('tickets', [], ['id', 'assignee_id'])) assignees.set(id, assignee_id);
  const columns = ['id', 'ticket_id', 'status', 'created_by'];
  for (const { id, ticket_id, status, created_by } of source.rows('dev_tasks', ['created_at'], columns)) {
    if (ticket_id === null || ticket_id === undefined) continue;
    const isActive = status !== 'done';
    const rank = isActive && created_by === assignees.get(ticket_id) ? 2 : isActive ? 1 : 0;
    const before = best.get(String(ticket_id));
    if (before === undefined || rank >= before.rank) best.set(String(ticket_id), { id: String(id), rank });
  }
  return new Map([...best].map(([ticket, { id }]) => [ticket, id]));
}

export function readSourceSetting(source: ForeignDatabase, name: string): string | null {
  for (const { key, value } of source.rows('settings')) if (key === name && value !== null) return String(value);
  return null;
}
