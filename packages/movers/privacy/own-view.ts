import type { KeptTable } from '#records';
import type { StoredRow } from '../exports/table-row-store.ts';

/** What the rule needs to know of who asks: their id, and the ids of the tickets that they reported. */
export interface Owner {
  readonly id: string;
  readonly tickets: ReadonlySet<string>;
}

type OwnRow = (row: StoredRow, owner: Owner) => StoredRow | null;

const asItIs: OwnRow = (row) => row;
const isPublicIn = (row: StoredRow, { tickets }: Owner): boolean =>
  row.is_internal === 0 && tickets.has(String(row.ticket_id));

/**
 * What a reporter gets of the rows about them, by table: what they may see in the app, too. A table that does not stand here
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
  saved_views: asItIs,
  sessions: asItIs,
  api_tokens: asItIs,
};

/** Columns that no reporter gets, not even their names. */
const HIDDEN_COLUMNS: Readonly<Record<string, readonly string[]>> = { tickets: ['internal_note', 'event_seq'] };

/** The table as a reporter may have it who takes their own data along. */
export function ownTable(table: KeptTable): KeptTable {
  const hidden = HIDDEN_COLUMNS[table.name] ?? [];
  const columns = Object.entries(table.columns).filter(([name]) => !hidden.includes(name));
  return { ...table, columns: Object.fromEntries(columns) };
}

/** The row as a reporter may have it who takes their own data along; null when they may not. */
export const ownRow = (table: string, row: StoredRow, owner: Owner): StoredRow | null =>
  OWN_ROWS[table]?.(row, owner) ?? null;

/** The tickets among these rows that the person reported. */
export const ownTickets = (rows: readonly StoredRow[], id: string): ReadonlySet<string> =>
  new Set(rows.filter((row) => row.reporter_id === id).map((row) => String(row.id)));

/** The rows without the notices that others have of what the person did. */
export const withoutInboxes = ({ name }: KeptTable, rows: StoredRow[], id: string): StoredRow[] =>
  name === 'notices' ? rows.filter((row) => row.user_id === id) : rows;
