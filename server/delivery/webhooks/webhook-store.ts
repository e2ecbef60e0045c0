import {
  type Actor,
  compiled,
  deleteBy,
  type Instant,
  insertInto,
  Store,
  selectBy,
  updateById,
  type Work,
} from '#platform';
import { flag, type NewRow, type RowChange, type RowOf } from '#records';

export type StoredWebhook = Readonly<RowOf<'webhooks'>>;
/** What a new webhook has not yet. */
const LATER = {
  ...{ previous_secret: null, previous_until: null, last_delivery_at: null },
  ...{ last_status: null, failing_since: null, paused_at: null },
};
type NewWebhook = Omit<NewRow<'webhooks'>, keyof typeof LATER>;

const all = compiled((db) => db.selectFrom('webhooks').selectAll().orderBy('id', 'desc'));
const find = selectBy('webhooks', 'id');
const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('webhooks').selectAll().where('id', '=', p.id)),
);
const count = compiled((db) => db.selectFrom('webhooks').select((eb) => eb.fn.countAll<number>().as('n')));
const active = compiled((db) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events', 'projects', 'projects_by'])
    .where('is_active', '=', flag(true))
    .orderBy('id'),
);
const ofTicket = compiled((db, p: { id: string }) =>
  db
    .selectFrom('tickets')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .select(['tickets.project_id', 'tickets.restricted', 'projects.sealed'])
    .where('tickets.id', '=', p.id),
);
const insert = insertInto('webhooks');
const update = updateById('webhooks');
const remove = deleteBy('webhooks', 'id');

/** A webhook that is switched on, with what it wants. */
export interface ActiveWebhook extends Pick<StoredWebhook, 'id' | 'projects_by'> {
  readonly events: readonly string[];
  /** The ids of the projects of which alone it is sent events, as `projects_by` said. */
  readonly projects: readonly string[] | null;
}

/** Webhooks: where events are sent, and with which secrets they are signed. */
export class WebhookStore extends Store {
  /** All webhooks, newest first. */
  list(): Promise<StoredWebhook[]> {
    return this.connection.all(all);
  }

  find(id: string): Promise<StoredWebhook | undefined> {
    return this.connection.first(find, { id });
  }

  /** Locks the webhook until the transaction ends. */
  hold(id: string): Promise<StoredWebhook | undefined> {
    return this.connection.first(hold, { id });
  }

  async count(): Promise<number> {
    return (await this.connection.only(count)).n;
  }

  /** The webhooks that are switched on, with the events that they want. */
  async active(): Promise<ActiveWebhook[]> {
    const rows = await this.connection.all(active);
    return rows.map(({ events, projects, ...row }) => ({
      ...row,
      events: JSON.parse(events),
      projects: projects && JSON.parse(projects),
    }));
  }

  /** In which project a ticket is, and who may see it; undefined when it is gone. */
  placeOf(id: string) {
    return this.connection.first(ofTicket, { id });
  }

  async add(webhook: NewWebhook): Promise<void> {
    await this.connection.change(insert, { ...LATER, ...webhook });
  }

  async change(id: string, changes: RowChange<'webhooks'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }

  /** Keeps when an event was last posted, the status of the answer, and since when none has been taken. */
  remember(id: string, at: Instant, status: number | null, failingSince: Instant | null): Promise<void> {
    return this.change(id, { last_delivery_at: at, last_status: status, failing_since: failingSince });
  }

  async remove(id: string): Promise<boolean> {
    return (await this.connection.change(remove, { id })) > 0;
  }
}

export const listStoredWebhooks = (work: Work<Actor>) => work.of(WebhookStore).list();
