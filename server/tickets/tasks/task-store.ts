import { compiled, insertInto, Store, updateById } from '#platform';
import type { RowOf } from '#records';

export type Task = Readonly<RowOf<'dev_tasks'>>;

export interface NumberedTask extends Task {
  readonly ticket_number: number | null;
}

const insert = insertInto('dev_tasks');

const update = updateById('dev_tasks');

const remove = compiled((db, p: { id: string }) => db.deleteFrom('dev_tasks').where('id', '=', p.id));
const ofTicket = compiled((db, p: { ticket: string }) =>
  db.selectFrom('dev_tasks').selectAll().where('ticket_id', '=', p.ticket),
);
const last = compiled((db, p: { owner: string }) =>
  db
    .selectFrom('dev_tasks')
    .select((eb) => eb.fn.max('order_index').as('place'))
    .where('user_id', '=', p.owner)
    .where('status', 'in', ['todo', 'in_progress']),
);
const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('dev_tasks').selectAll().where('id', '=', p.id)),
);

const listing = (wanted: 'one' | 'active' | 'done') =>
  compiled((db, p: { id: string; owner: string; limit: number }) => {
    const query = db
      .selectFrom('dev_tasks')
      .leftJoin('tickets', 'tickets.id', 'dev_tasks.ticket_id')
      .selectAll('dev_tasks')
      .select('tickets.number as ticket_number')
      .where('dev_tasks.user_id', '=', p.owner);
    if (wanted === 'one') return query.where('dev_tasks.id', '=', p.id);
    if (wanted === 'active') {
      return query
        .where('dev_tasks.status', 'in', ['todo', 'in_progress'])
        .orderBy('dev_tasks.order_index')
        .orderBy('dev_tasks.id');
    }
    return query
      .where('dev_tasks.status', 'in', ['done'])
      .orderBy('dev_tasks.updated_at', 'desc')
      .orderBy('dev_tasks.id', 'desc')
      .limit(p.limit);
  });

const one = listing('one');
const active = listing('active');
const done = listing('done');

/** The tasks of developers: their own, and those of the tickets that are assigned to them. */
export class TaskStore extends Store {
  async add(task: RowOf<'dev_tasks'>): Promise<void> {
    await this.connection.change(insert, task);
  }

  async change(id: string, changes: Partial<RowOf<'dev_tasks'>>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }

  async remove(id: string): Promise<void> {
    await this.connection.change(remove, { id });
  }

  /** The task of a ticket that the caller holds. */
  ofTicket(ticket: string): Promise<Task | undefined> {
    return this.connection.first(ofTicket, { ticket });
  }

  /** Holds a task until the transaction ends. */
  hold(id: string): Promise<Task | undefined> {
    return this.connection.first(hold, { id });
  }

  /** The place behind a developer's open tasks. */
  async placeBehind(owner: string): Promise<number> {
    const found = await this.connection.first(last, { owner });
    return (found?.place ?? -1) + 1;
  }

  find(id: string, owner: string): Promise<NumberedTask | undefined> {
    return this.connection.first(one, { id, owner, limit: 1 });
  }

  /** The open tasks in their owner's order. */
  active(owner: string): Promise<NumberedTask[]> {
    return this.connection.all(active, { id: '', owner, limit: 0 });
  }

  /** The tasks that were done last, newest first. */
  done(owner: string, limit: number): Promise<NumberedTask[]> {
    return this.connection.all(done, { id: '', owner, limit });
  }
}
