import type { Language } from '#contract/words.ts';
import { fold, type Instant } from '#platform';
import { TABLES, type TableName } from '#records';
import type { ImportedRow, ImportedRowStore } from './imported-row-store.ts';

/** The person for rows whose author nobody knows. They cannot sign in. */
export const NOBODY = { email: 'unknown@imported.invalid', name: 'Unknown (imported)' };

/** Somebody who has not signed in yet. @param isActive whether they may; who may not is mailed nothing either. */
export const newPerson = (
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  {
    language,
    createdAt,
    isActive,
  }: { readonly language: Language; readonly createdAt: Instant; readonly isActive: boolean },
): ImportedRow<'users'> => ({
  ...{ id, email, name, folded_name: fold(name), role: 'user', language },
  ...{ email_notify_ticket_status: isActive, email_notify_developer_comment: isActive },
  ...{ avatar_filename: null, avatar_type: null, avatar_updated_at: null },
  ...{ created_at: createdAt, last_login: null, is_active: isActive },
});

const MOST_GATHERED = 200;

/** Gathers rows and writes them many at a time, so that thousands cost little. Without a store it writes nothing: a trial. */
export class RowWriter {
  readonly #store: ImportedRowStore | null;
  readonly #rows = new Map<TableName, Readonly<Record<string, unknown>>[]>();
  #gathered = 0;

  constructor(store: ImportedRowStore | null) {
    this.#store = store;
  }

  get isTrial(): boolean {
    return this.#store === null;
  }

  get isFull(): boolean {
    return this.#gathered >= MOST_GATHERED;
  }

  /** Each row of a table has the same columns. */
  add<T extends TableName>(table: T, row: ImportedRow<T>): void {
    if (this.#store === null) return;
    const rows = this.#rows.get(table);
    if (rows === undefined) this.#rows.set(table, [row]);
    else rows.push(row);
    this.#gathered += 1;
  }

  /** Writes what was gathered: rows that others name first. */
  async flush(): Promise<void> {
    if (this.#gathered === 0) return;
    for (const { name } of TABLES) await this.#store?.add(name, this.#rows.get(name) ?? []);
    this.#rows.clear();
    this.#gathered = 0;
  }
}
