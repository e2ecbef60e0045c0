import { sql } from 'kysely';
import { allSettled, compiled, deleteBy, fold, insertInto, tableStore } from '#platform';
import type { RowOf } from '#records';
import type { FieldChange } from './ticket-change.ts';

export type StoredField = RowOf<'fields'>;

/** A text, number, option, day, person, truth or address as it is stored. */
export type FieldItem = Pick<RowOf<'field_values'>, 'item' | 'sort_number'>;

/** A change of what a ticket says in a field, not yet written. */
export interface ValueChange extends FieldChange {
  readonly stored: StoredField;
  readonly items: readonly FieldItem[];
  /** The values as PATCH takes them. */
  readonly sent: { readonly old: unknown; readonly new: unknown };
}

const all = compiled((db) => db.selectFrom('fields').selectAll().orderBy('position').orderBy('key'));
const valuesOn = compiled((db, p: { ticket: string }) =>
  db
    .selectFrom('field_values')
    .leftJoin('users', 'users.id', 'field_values.person_id')
    .select(['field_values.field_id', 'field_values.item', 'users.name as person'])
    .where('ticket_id', '=', p.ticket)
    .orderBy('sort_number'),
);
const used = compiled((db, p: { field: string }) =>
  db.selectFrom('field_values').select('item').distinct().where('field_id', '=', p.field),
);
const anyOf = compiled((db, p: { field: string }) =>
  db.selectFrom('field_values').select('field_id').where('field_id', '=', p.field).limit(1),
);
const ticketsSaying = compiled((db, p: { field: string }) =>
  db.selectFrom('field_values').select('ticket_id').distinct().where('field_id', '=', p.field),
);
const reportedInto = compiled((db, p: { reporter: string }) =>
  db
    .selectFrom('tickets')
    .select('project_id')
    .distinct()
    .where('reporter_id', '=', p.reporter)
    .where('project_id', 'is not', null),
);
const place = compiled(
  (_, p: { field: string; item: string; place: number }) => sql`update field_values set sort_number = ${p.place}
    where field_id = ${p.field} and item = ${p.item} and sort_number <> ${p.place}`,
);
const insert = insertInto('field_values');
const clear = deleteBy('field_values', 'ticket_id', 'field_id');

/** Fields, and what tickets say in them. */
export class FieldStore extends tableStore('fields') {
  /** By position, then key. */
  readonly list = this.all(all);
  /** The items of a ticket, options in their order, each with the name of the person whom it names. */
  readonly valuesOn = this.all(valuesOn);
  /** Each item that a ticket has in a field. */
  readonly used = this.all(used);
  readonly anyOf = this.first(anyOf);
  /** The tickets that say something in a field. */
  readonly ticketsSaying = this.all(ticketsSaying);
  /** The projects of which a person has tickets that they reported. */
  readonly reportedInto = this.all(reportedInto);
  /** Gives an option another place in the order. */
  readonly place = this.changes(place);

  /** Lets a ticket say this in fields, in the place of what it said. */
  async put(ticket_id: string, changes: readonly ValueChange[]): Promise<void> {
    for (const change of changes) {
      await this.connection.change(clear, { ticket_id, field_id: change.stored.id });
      await this.say(ticket_id, [change]);
    }
  }

  /** Lets a ticket say this in fields in which it says nothing. */
  async say(ticket_id: string, changes: readonly ValueChange[]): Promise<void> {
    const rows = changes.flatMap(({ stored, items }) =>
      items.map(({ item, sort_number }) => ({
        ...{ ticket_id, field_id: stored.id, item, sort_number, folded: fold(item) },
        person_id: stored.kind === 'person' ? item : null,
      })),
    );
    await allSettled(rows.map((row) => this.connection.change(insert, row)));
  }
}
