import type { Readable } from 'node:stream';
import { isHidden, seesEverything, seesProject, unseenTickets } from '#access';
import {
  type Actor,
  type FileStore,
  isDeveloper,
  type Person,
  partOf,
  type TarPart,
  tarOf,
  type Work,
} from '#platform';
import type { RecordedTable, TableName } from '#records';
import { unseenNames } from '#tickets';
import { canonicalJson, lineWriterOf, PLACE } from '../exports/open-format/format.ts';
import { textPart } from '../exports/open-format/make-export.ts';
import { linksOf } from '../exports/open-format/narrow-export.ts';
import { idsBesideLinks, namesIn } from '../exports/open-format/seen-export.ts';
import type { StoredRow } from '../exports/open-format/table-row-store.ts';
import { type PersonCount, PersonDataStore, TABLES_OF_PEOPLE } from './person-data-store.ts';

/** The rule needs the id of whoever asks, and the ids of the tickets that they reported. */
export interface Owner {
  readonly id: string;
  readonly tickets: ReadonlySet<string>;
}

type OwnRow = (row: StoredRow, owner: Owner) => StoredRow | null;

const asItIs: OwnRow = (row) => row;
const isPublicIn = (row: StoredRow, { tickets }: Owner): boolean =>
  row.is_internal === 0 && tickets.has(String(row.ticket_id));

/**
 * Rows that a reporter gets, by table: what they may see in the app, too. A table that does not stand here
 * is for developers only, or says nothing that the others do not say (docs/rules/moving.md#ones-own-data).
 */
const OWN_ROWS: Readonly<Record<string, OwnRow>> = {
  users: asItIs,
  // The version of a reporter moves only with what they may see.
  tickets: (row, { tickets }) =>
    tickets.has(String(row.id))
      ? { ...row, version: row.public_version ?? null, updated_at: row.public_updated_at ?? null }
      : null,
  comments: (row, owner) => (isPublicIn(row, owner) ? row : null),
  attachments: (row, owner) => (isPublicIn(row, owner) ? row : null),
  ticket_history: (row, owner) => (isPublicIn(row, owner) ? row : null),
  answer_votes: asItIs,
  words_asked: asItIs,
  saved_views: asItIs,
  sessions: asItIs,
  api_tokens: asItIs,
};

/** Columns that no reporter gets, not even their names. */
const HIDDEN_COLUMNS: Readonly<Record<string, readonly string[]>> = { tickets: ['internal_note', 'event_seq'] };

/** The table as a reporter may have it who takes their own data along. */
export function ownTable(table: RecordedTable): RecordedTable {
  const hidden = HIDDEN_COLUMNS[table.name] ?? [];
  const columns = Object.entries(table.columns).filter(([name]) => !hidden.includes(name));
  return { ...table, columns: Object.fromEntries(columns) };
}

/** The row as a reporter may have it who takes their own data along; null when they may not. */
export const ownRow = (table: string, row: StoredRow, owner: Owner): StoredRow | null =>
  OWN_ROWS[table]?.(row, owner) ?? null;

/** The row without the ids of projects of which the person must not know (docs/rules/access.md#sealed-projects). */
function withoutHiddenProjects(person: Person, row: StoredRow): StoredRow {
  const isHiddenIn = (column: string) => typeof row[column] === 'string' && isHidden(person, String(row[column]));
  if (row.field === 'project_id' && (isHiddenIn('old_value') || isHiddenIn('new_value')))
    return { ...row, old_value: null, new_value: null };
  return isHiddenIn('project_id') ? { ...row, project_id: null } : row;
}

export const ownTickets = (rows: readonly StoredRow[], id: string): ReadonlySet<string> =>
  new Set(rows.filter((row) => row.reporter_id === id).map((row) => String(row.id)));

/** The rows without the notices that others have of what the person did. */
export const withoutInboxes = ({ name }: RecordedTable, rows: StoredRow[], id: string): StoredRow[] =>
  name === 'notices' ? rows.filter((row) => row.user_id === id) : rows;

/** Tables that follow from others, have no words for a person to read, or name files about other people. */
const UNTOLD: readonly string[] = [
  'idempotency_keys',
  'report_words',
  'first_tickets',
  'telemetry_people',
  'inboxes',
  'table_imports',
];

/** Their rows do not tell from which ticket they come, so whoever does not see all is told nothing of them. */
const OF_ANY_TICKET: readonly string[] = ['report_words', 'telemetry_people', 'inboxes', 'acts'];

export interface PersonExport {
  readonly id: string;
  readonly tables: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

/** Reads every row that names the person, and the names of their files. */
export const readPersonExport = (work: Work<Actor>, id: string): Promise<PersonExport> =>
  readRows(work, id, async (table, rows) => ({ table, rows: await seenRows(work, table, rows) }));

const GUARDED: readonly string[] = ['tickets', 'comments', 'projects', 'answers'] satisfies TableName[];

/** The ids of tickets, comments and projects that a row is of, or that it names. */
const idsIn = (table: RecordedTable, row: StoredRow): string[] =>
  [
    ...[GUARDED.includes(table.name) ? (row.id ?? row.comment_id) : null],
    ...linksOf(table).map(([column, names]) => (GUARDED.includes(names) ? row[column] : null)),
    ...idsBesideLinks(table, row),
  ].filter((id) => typeof id === 'string');

/** Without what names a ticket, a project, or a field or a label of one, that a developer who asks does not see (docs/rules/access.md#everything-else). */
async function seenRows(work: Work<Actor>, table: RecordedTable, stored: StoredRow[]): Promise<StoredRow[]> {
  const { actor } = work;
  if (actor === null || seesEverything(actor)) return stored;
  // An act on a person's own things is theirs alone.
  const isOthers = ({ owner_id }: StoredRow) =>
    table.name === 'act_lines' && owner_id !== null && owner_id !== actor.id;
  const rows = stored.filter((row) => !isOthers(row));
  const named = rows.map((row) => idsIn(table, row));
  const ticketOf = await work.of(PersonDataStore).ticketsOf(named.flat());
  const all = named.map((ids) => ids.map((id) => ticketOf.get(id) ?? id));
  const unseen = await unseenTickets(work, actor, all.flat());
  const names = rows.map((row) => namesIn(table, row));
  const hidden = await unseenNames(work, actor, names.flat());
  return rows.filter(
    (_, index) =>
      all[index]?.every((id) => !unseen.has(id) && seesProject(actor, id)) &&
      names[index]?.every((name) => !hidden.has(name)),
  );
}

/** How many rows of each table name a person, as far as who asks sees them; tables without one are left out. */
export async function countPersonRows(work: Work<Actor>, id: string): Promise<PersonCount[]> {
  const store = work.of(PersonDataStore);
  if (work.actor === null || seesEverything(work.actor)) return store.counts(id);
  const counted: PersonCount[] = [];
  for (const table of TABLES_OF_PEOPLE.filter(({ name }) => !OF_ANY_TICKET.includes(name))) {
    const { length } = await seenRows(work, table, await store.rows(table, id));
    if (length > 0) counted.push({ table: table.name, rows: length });
  }
  return counted;
}

/**
 * Reads what people take along of their own data: developers everything but what stands in the inboxes of others; others
 * what they may see (docs/rules/moving.md#ones-own-data).
 */
export async function readOwnExport(work: Work, person: Person): Promise<PersonExport> {
  const { id } = person;
  if (isDeveloper(person) && seesEverything(person))
    return readRows(work, id, async (table, rows) => ({ table, rows: withoutInboxes(table, rows, id) }));
  const reported = TABLES_OF_PEOPLE.filter(({ name }) => name === 'tickets');
  const [tickets = []] = await Promise.all(reported.map((table) => work.of(PersonDataStore).rows(table, id)));
  const owner = { id, tickets: ownTickets(tickets, id) };
  return readRows(work, id, async (table, rows) => {
    // A developer reads of a ticket that they only reported what its reporter reads.
    const seen = isDeveloper(person) ? await seenRows(work, table, withoutInboxes(table, rows, id)) : [];
    const others = rows.filter((row) => !seen.includes(row));
    const own = others
      .map((row) => ownRow(table.name, row, owner))
      .filter((row) => row !== null)
      .map((row) => withoutHiddenProjects(person, row));
    if (!isDeveloper(person)) return { table: ownTable(table), rows: own };
    const hidden = (HIDDEN_COLUMNS[table.name] ?? []).map((column) => [column, null] as const);
    return { table, rows: [...seen, ...own.map((row) => ({ ...row, ...Object.fromEntries(hidden) }))] };
  });
}

async function readRows(
  work: Work<Actor>,
  id: string,
  visible: (table: RecordedTable, rows: StoredRow[]) => Promise<{ table: RecordedTable; rows: StoredRow[] }>,
): Promise<PersonExport> {
  const tables = new Map<string, string>();
  const files = new Set<string>();
  for (const recorded of TABLES_OF_PEOPLE.filter(({ name }) => !UNTOLD.includes(name))) {
    const { table, rows } = await visible(recorded, await work.of(PersonDataStore).rows(recorded, id));
    if (rows.length > 0) tables.set(table.name, rows.map(lineWriterOf(table)).join(''));
    for (const row of rows)
      for (const file of filesOf(table)) if (row[file] && isOwn(table, row, id)) files.add(String(row[file]));
  }
  return { id, tables, files: [...files].toSorted() };
}

const filesOf = ({ columns }: RecordedTable): string[] =>
  Object.keys(columns).filter((column) => columns[column]?.names === 'file');

const isOwn = ({ name }: RecordedTable, row: Readonly<Record<string, unknown>>, id: string): boolean =>
  name !== 'attachments' || row.uploaded_by === id;

/** The archive of a person's data: `person.json`, their rows by table, and the files that they sent. */
export function personArchive({ id, tables, files }: PersonExport, store: FileStore, madeAt: string): Readable {
  return tarOf(
    (async function* (): AsyncGenerator<TarPart> {
      const counts = Object.fromEntries([...tables].map(([name, lines]) => [name, lines.split('\n').length - 1]));
      yield textPart(
        'person.json',
        `${canonicalJson({ format: 'kwit-person', id, made_at: madeAt, tables: counts })}\n`,
      );
      for (const [name, lines] of tables) yield textPart(PLACE.rows(name), lines);
      for (const name of files) {
        const file = await store.open(name);
        if (file !== null) yield* partOf({ name: PLACE.file(name), file });
      }
    })(),
  );
}
