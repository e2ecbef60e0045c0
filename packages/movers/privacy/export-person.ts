import type { Readable } from 'node:stream';
import { type Actor, type FileStore, type Person, partOf, type TarPart, tarOf, type Work } from '#platform';
import type { KeptTable } from '#records';
import { canonicalJson } from '../exports/open-format/canonical-json.ts';
import { PLACE } from '../exports/open-format/format.ts';
import { lineWriterOf } from '../exports/open-format/table-line.ts';
import type { StoredRow } from '../exports/table-row-store.ts';
import { ownRow, ownTable, ownTickets, withoutInboxes } from './own-view.ts';
import { PersonDataStore, TABLES_OF_PEOPLE } from './person-data-store.ts';

/** Tables that follow from others, have no words for a person to read, or name files about other people. */
const UNTOLD: readonly string[] = [
  'idempotency_keys',
  'report_words',
  'first_tickets',
  'telemetry_people',
  'inboxes',
  'table_imports',
];

/** Everything that hangs on one person, as it is written. */
export interface PersonExport {
  readonly id: string;
  readonly tables: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

/** Reads every row that names the person, and the names of their files. */
export const readPersonExport = (work: Work<Actor>, id: string): Promise<PersonExport> =>
  readRows(work, id, (table, rows) => ({ table, rows }));

/**
 * Reads what people take along of their own data: developers everything but what stands in the inboxes of others; others
 * what they may see (docs/rules/moving.md#ones-own-data).
 */
export async function readOwnExport(work: Work, { id, role }: Person): Promise<PersonExport> {
  if (role === 'developer')
    return readRows(work, id, (table, rows) => ({ table, rows: withoutInboxes(table, rows, id) }));
  const reported = TABLES_OF_PEOPLE.filter(({ name }) => name === 'tickets');
  const [tickets = []] = await Promise.all(reported.map((table) => work.of(PersonDataStore).rows(table, id)));
  const owner = { id, tickets: ownTickets(tickets, id) };
  return readRows(work, id, (table, rows) => ({
    table: ownTable(table),
    rows: rows.map((row) => ownRow(table.name, row, owner)).filter((row) => row !== null),
  }));
}

async function readRows(
  work: Work<Actor>,
  id: string,
  visible: (table: KeptTable, rows: StoredRow[]) => { table: KeptTable; rows: StoredRow[] },
): Promise<PersonExport> {
  const tables = new Map<string, string>();
  const files = new Set<string>();
  for (const kept of TABLES_OF_PEOPLE.filter(({ name }) => !UNTOLD.includes(name))) {
    const { table, rows } = visible(kept, await work.of(PersonDataStore).rows(kept, id));
    if (rows.length > 0) tables.set(table.name, rows.map(lineWriterOf(table)).join(''));
    for (const row of rows)
      for (const file of filesOf(table)) if (row[file] && isOwn(table, row, id)) files.add(String(row[file]));
  }
  return { id, tables, files: [...files].toSorted() };
}

const filesOf = ({ columns }: KeptTable): string[] =>
  Object.keys(columns).filter((column) => columns[column]?.names === 'file');

const isOwn = ({ name }: KeptTable, row: Readonly<Record<string, unknown>>, id: string): boolean =>
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

function textPart(name: string, text: string): TarPart {
  const body = Buffer.from(text);
  return { name, size: body.length, body };
}
