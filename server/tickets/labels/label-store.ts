import { sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { type Actor, compiled, compiledForms, deleteBy, insertOnce, selectBy, tableStore, type Work } from '#platform';
import type { RowOf } from '#records';
import { labelledTickets } from '../label-columns.ts';

export type StoredLabel = RowOf<'labels'>;

const all = compiled((db) => db.selectFrom('labels').selectAll().orderBy('folded_name'));
const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  dialect.shared(
    db
      .selectFrom('labels')
      .selectAll()
      .where(dialect.among(sql.ref('labels.id'), p.ids))
      .orderBy('folded_name'),
  ),
);
const byName = selectBy('labels', 'folded_name');
const onTickets = compiled((db, p: { id: string }) =>
  db.selectFrom('ticket_labels').select('ticket_id').where('label_id', '=', p.id),
);

const counts = compiledForms(formOfScope, (db, p: ScopeValues, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('ticket_labels')
    .select(['label_id', sql<number>`count(*)`.as('tickets')])
    .groupBy('label_id');
  const where = inScope(scope, p, dialect);
  return where === null ? query : query.innerJoin('tickets', 'tickets.id', 'ticket_labels.ticket_id').where(where);
});

const some = compiled((_, p: { ids: readonly string[]; most: number }, dialect) => {
  return sql<{ tickets: number }>`select count(*) as tickets
    from (${labelledTickets(p.ids, dialect)} limit ${p.most}) as gathered`;
});

const attach = insertOnce('ticket_labels');
const detach = deleteBy('ticket_labels', 'ticket_id', 'label_id');
const move = compiled(
  (_, p: { from: string; into: string }) => sql`insert into ticket_labels (ticket_id, label_id)
    select ticket_id, ${p.into} from ticket_labels where label_id = ${p.from} on conflict do nothing`,
);

/** A list gathers at most so many tickets before it sorts them. */
const FEW = 1_000;

/** Labels, and which tickets have them. */
export class LabelStore extends tableStore('labels') {
  /** By name. */
  readonly list = this.all(all);
  readonly named = this.first(byName);
  readonly onTickets = this.all(onTickets);
  readonly attach = this.changes(attach);
  readonly detach = this.changes(detach);
  /** Every ticket that has one label has the other, too. */
  readonly move = this.changes(move);
  /** The existing labels of these ids, by name; they stay as they are until the transaction ends. */
  readonly among = this.all(among);

  /** How many tickets of the scope have each label. */
  async counts(scope: TicketScope): Promise<ReadonlyMap<string, number>> {
    const rows = await this.connection.all(counts(scope), scopeValues(scope));
    return new Map(rows.map(({ label_id, tickets }) => [label_id, tickets]));
  }

  /** Whether so few tickets have one of these labels that a list gathers them. */
  async areFew(ids: readonly string[]): Promise<boolean> {
    return (await this.connection.only(some, { ids, most: FEW })).tickets < FEW;
  }
}

/** All labels by name, whoever may know of them. */
export const listStoredLabels = (work: Work<Actor>) => work.of(LabelStore).list();
