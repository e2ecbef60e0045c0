import { sql } from 'kysely';
import { INTERNAL_FIELDS, isInternalField } from '#access';
import type { Cause, HistoryEntry } from '#contract/tickets.ts';
import { type Actor, compiledForms, insertEach, insertInto, Store, type Work } from '#platform';
import { flag, type NewRow, type RowOf } from '#records';
import { isOfProgram } from './acts/record-act.ts';

const insert = insertInto('ticket_history', 'act_id');
const insertAll = insertEach('ticket_history', 'act_id');

/** The mail of which an act made a comment. */
const mailOfAct = sql<string | null>`case when acts.via = 'mail' then (
  select m.id from inbound_mails m join comments c on c.id = m.comment_id
  where m.ticket_id = h.ticket_id and c.act_id = h.act_id limit 1) end`;

const onTicket = compiledForms(String, (db, p: { ticket: string }, internals: boolean) => {
  const query = db
    .selectFrom('ticket_history as h')
    .leftJoin('users', 'users.id', 'h.user_id')
    .select(['h.field', 'h.old_value', 'h.new_value', 'h.user_id', 'users.name as user_name', 'h.created_at', 'h.via'])
    .$if(internals, (all) =>
      all
        .leftJoin('acts', 'acts.id', 'h.act_id')
        .select(['h.act_id', 'acts.via as way', 'acts.program', mailOfAct.as('mail_id')]),
    )
    .where('h.ticket_id', '=', p.ticket)
    .orderBy('h.id');
  if (internals) return query;
  // Rows of older versions say by their field alone that they are internal.
  return query.where('h.field', 'not in', INTERNAL_FIELDS).where('h.is_internal', '=', flag(false));
});

type Act = Pick<RowOf<'acts'>, 'program'> & { act: string; way: Cause['via']; mail_id: string | null };

const causeOf = ({ act, way: via, program, mail_id }: Act): Cause => ({
  ...{ act, via, mail_id, token_name: isOfProgram(via) ? program : null },
  ...{ import: via === 'import' ? program : null, rule: via === 'rule' ? program : null },
});

type NewHistory = Pick<NewRow<'ticket_history'>, 'field' | 'old_value' | 'new_value' | 'is_internal'>;

const asText = (value: string | number | null): string | null => (value === null ? null : String(value));

/** A change of a field of a ticket. */
export interface HistoryChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** Whether its reporter sees a field that a category or a project is asked for. */
  readonly isPublic?: boolean;
}

/** The changes of a ticket. */
export interface HistoryOf {
  readonly ticket: string;
  readonly fields: readonly HistoryChange[];
}

const newRow = (work: Work<Actor>, ticket_id: string, change: NewHistory) => {
  const { actor, now: created_at, via, actId: act_id } = work;
  return { ...change, user_id: actor?.id ?? null, via, act_id, id: work.newId(), ticket_id, created_at };
};

interface RemovedFile {
  /** By which people know it. */
  readonly name: string;
  readonly isInternal: boolean;
  readonly isBack: boolean;
}

/** The history of tickets: person, field, old value, new value and moment of each change. */
class HistoryStore extends Store {
  /** Adds a row for each changed field of each ticket, but none for `order_index`: the order on the board is no history. */
  async add(work: Work<Actor>, changes: readonly HistoryOf[]): Promise<void> {
    const rows = changes.flatMap(({ ticket, fields }) =>
      fields
        .filter(({ field }) => field !== 'order_index')
        .map(({ field, from, to, isPublic = !isInternalField(field) }) =>
          newRow(work, ticket, { field, old_value: asText(from), new_value: asText(to), is_internal: !isPublic }),
        ),
    );
    const [row] = rows;
    if (row === undefined) return;
    if (rows.length === 1) await this.connection.change(insert, row);
    else await this.connection.change(insertAll, { rows });
  }

  addRemovedFile(work: Work, ticket: string, { name, isInternal: is_internal, isBack }: RemovedFile) {
    const [old_value, new_value] = isBack ? [null, name] : [name, null];
    const change = { field: 'attachment_removed', old_value, new_value, is_internal };
    return this.connection.change(insert, newRow(work, ticket, change));
  }

  /** Oldest first. @param internals whether to read changes of fields that only developers see. */
  async onTicket(ticket: string, internals: boolean): Promise<HistoryEntry[]> {
    const rows = await this.connection.all(onTicket(internals), { ticket });
    if (!internals) return rows;
    return rows.map(({ way = null, program = null, mail_id = null, ...entry }) => {
      const { act_id: act = null } = entry;
      return { ...entry, cause: act === null || way === null ? null : causeOf({ act, way, program, mail_id }) };
    });
  }
}

/** Adds a row for each changed field of a ticket, but none for `order_index`. */
export const recordHistory = (work: Work<Actor>, ticket: string, fields: readonly HistoryChange[]): Promise<void> =>
  work.of(HistoryStore).add(work, [{ ticket, fields }]);

/** As `recordHistory`, for several tickets. */
export const recordHistories = (work: Work<Actor>, changes: readonly HistoryOf[]): Promise<void> =>
  work.of(HistoryStore).add(work, changes);

/** Adds a row for a file that was removed, or came back. */
export const recordRemovedFile = (work: Work, ticket: string, file: RemovedFile): Promise<number> =>
  work.of(HistoryStore).addRemovedFile(work, ticket, file);

/** The history of a ticket, oldest first. @param internals whether to read changes of fields that only developers see. */
export const historyOf = (work: Work<Actor>, ticket: string, internals: boolean): Promise<HistoryEntry[]> =>
  work.of(HistoryStore).onTicket(ticket, internals);
