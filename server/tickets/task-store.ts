import type { Kysely } from 'kysely';
import { compiled, selectBy, tableStore } from '#platform';
import type { RowOf, Schema } from '#records';

export type Task = Readonly<RowOf<'dev_tasks'>>;

export interface NumberedTask extends Task {
  readonly ticket_number: number | null;
}

const ofTicket = selectBy('dev_tasks', 'ticket_id');
const last = compiled((db, p: { owner: string }) =>
  db
    .selectFrom('dev_tasks')
    .select((eb) => eb.fn.max('order_index').as('place'))
    .where('user_id', '=', p.owner)
    .where('status', 'in', ['todo', 'in_progress']),
);

const numbered = (db: Kysely<Schema>, owner: string) =>
  db
    .selectFrom('dev_tasks')
    .leftJoin('tickets', 'tickets.id', 'dev_tasks.ticket_id')
    .selectAll('dev_tasks')
    .select('tickets.number as ticket_number')
    .where('dev_tasks.user_id', '=', owner);

const byId = compiled((db, p: { id: string; owner: string }) => numbered(db, p.owner).where('dev_tasks.id', '=', p.id));
const active = compiled((db, p: { owner: string }) =>
  numbered(db, p.owner)
    .where('dev_tasks.status', 'in', ['todo', 'in_progress'])
    .orderBy('dev_tasks.order_index')
    .orderBy('dev_tasks.id'),
);
const done = compiled((db, p: { owner: string; limit: number }) =>
  numbered(db, p.owner)
    .where('dev_tasks.status', '=', 'done')
    .orderBy('dev_tasks.updated_at', 'desc')
    .orderBy('dev_tasks.id', 'desc')
    .limit(p.limit),
);

/** The tasks of developers: their own, and those of the tickets that are assigned to them. */
export class TaskStore extends tableStore('dev_tasks') {
  /** The task of a ticket that the caller holds. */
  readonly ofTicket = this.first(ofTicket);
  readonly findOf = this.first(byId);
  /** The open tasks in their owner's order. */
  readonly active = this.all(active);
  /** The tasks that were done last, newest first. */
  readonly done = this.all(done);

  /** The place behind a developer's open tasks. */
  async placeBehind(owner: string): Promise<number> {
    return ((await this.connection.first(last, { owner }))?.place ?? -1) + 1;
  }
}
