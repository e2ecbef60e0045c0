import { internallySeen, type Reader, seesProject, worksInProject } from '#access';
import type { Actor, Work } from '#platform';
import type { RecordedTable, TableName } from '#records';
import { POINTING } from '#tickets';
import { type ExportContent, tablesOf } from './format.ts';
import { type IsWanted, linksOf, pagesOf, RowKeys } from './narrow-export.ts';
import type { StoredRow } from './table-row-store.ts';

/** Columns that name tickets or projects in another way than by a link to the row. */
const NAMING: Partial<Record<TableName, readonly string[]>> = {
  fields: ['key'],
  labels: ['name'],
  tickets: ['number'],
  ticket_history: ['field', 'old_value', 'new_value'],
  removed_rows: ['thing_id', 'content'],
  act_lines: ['thing_id', 'project_id', 'old_value', 'new_value', 'before'],
  audit: ['target_id', 'details'],
  webhooks: ['projects'],
  saved_views: ['query'],
  imports: ['kwit_id'],
  event_outbox: ['aggregate_id', 'payload'],
};

/** The ids of tickets, projects and others that a row names in another way than by a link. */
export const idsBesideLinks = ({ name }: RecordedTable, row: StoredRow): string[] =>
  (NAMING[name] ?? []).flatMap((column) => String(row[column] ?? '').match(ID) ?? []);

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** How a row of a history or of the events names fields, labels and tickets. */
export function namesIn(
  { name }: RecordedTable,
  { field, old_value, new_value, payload }: StoredRow,
): readonly string[] {
  if (name === 'event_outbox') return String(payload).match(/\bfields\.\w+/g) ?? [];
  if (name !== 'ticket_history') return [];
  const values = [old_value, new_value].map((value) => String(value ?? ''));
  if (field === 'labels') return values.flatMap((labels) => labels.split('|').map((label) => `labels.${label}`));
  return [String(field), ...(POINTING.includes(String(field)) ? values : [])];
}

/** How they name a row. */
function nameOf({ name }: RecordedTable, row: StoredRow): string | null {
  if (name === 'fields') return `fields.${row.key}`;
  if (name === 'labels') return `labels.${row.name}`;
  return name === 'tickets' ? `#${row.number}` : null;
}

/**
 * Finds the rows of an export by somebody who does not read everything (docs/rules/moving.md#export): without the tickets
 * that they do not read with everything on them, the projects that they do not see, and whatever names one of these.
 */
export async function seenExport(work: Work<Actor>, content: ExportContent, person: Reader): Promise<IsWanted> {
  const hidden = new HiddenRows();
  for (const table of tablesOf(content)) {
    for await (const rows of pagesOf(work, table, NAMING[table.name] ?? [])) {
      const ids = table.name === 'tickets' ? rows.map(({ id }) => String(id)) : [];
      const seen = ids.length === 0 ? new Set<string>() : await internallySeen(work, person, ids);
      for (const row of rows) {
        if (!isOwn(person, table, row, seen) || hidden.isNamedBy(table, row)) hidden.add(table, row);
      }
    }
  }
  return (table, row) => !hidden.has(table, row);
}

/** Whether somebody reads a row by itself. @param seen the ids of tickets that they read with everything on them. */
function isOwn(person: Reader, { name }: RecordedTable, row: StoredRow, seen: ReadonlySet<string>): boolean {
  if (name === 'tickets') return seen.has(String(row.id));
  if (name === 'projects') return seesProject(person, String(row.id));
  // An act on a person's own things is theirs alone.
  if (name === 'act_lines' && row.owner_id !== null) return row.owner_id === person.id;
  // The address of a webhook of projects is for who works there.
  return name !== 'webhooks' || (String(row.projects ?? '').match(ID) ?? []).every((id) => worksInProject(person, id));
}

class HiddenRows extends RowKeys {
  /** The ids of the tickets and projects among them. */
  readonly #ids = new Set<string>();
  /** Names by which histories and events call them. */
  readonly #names = new Set<string>();

  override add(table: RecordedTable, row: StoredRow): void {
    super.add(table, row);
    if (table.name === 'tickets' || table.name === 'projects') this.#ids.add(String(row.id));
    const name = nameOf(table, row);
    if (name !== null) this.#names.add(name);
  }

  /** Whether a row names a hidden one: by a link, or among its values. */
  isNamedBy(table: RecordedTable, row: StoredRow): boolean {
    return (
      linksOf(table).some(([column, names]) => this.hasKey(names, String(row[column]))) ||
      idsBesideLinks(table, row).some((id) => this.#ids.has(id)) ||
      namesIn(table, row).some((name) => this.#names.has(name))
    );
  }
}
