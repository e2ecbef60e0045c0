import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Actor, type Connection, compiled, type Instant, updateById, type Work } from '#platform';
import { flag, type WebhookTable } from '#records';

export type StoredWebhook = Readonly<Selectable<WebhookTable>>;
type NewWebhook = Readonly<Required<Omit<Insertable<WebhookTable>, Later>>>;
/** The columns that a new webhook leaves empty. */
type Later = 'previous_secret' | 'previous_until' | 'last_delivery_at' | 'last_status' | 'failing_since' | 'paused_at';

const all = compiled((db) => db.selectFrom('webhooks').selectAll().orderBy('id', 'desc'));
const find = compiled((db, p: { id: string }) => db.selectFrom('webhooks').selectAll().where('id', '=', p.id));
const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('webhooks').selectAll().where('id', '=', p.id)),
);
const count = compiled((db) => db.selectFrom('webhooks').select((eb) => eb.fn.countAll<number>().as('n')));
const active = compiled((db) =>
  db.selectFrom('webhooks').select(['id', 'events']).where('is_active', '=', flag(true)).orderBy('id'),
);
const insert = compiled((db, p: NewWebhook) =>
  db.insertInto('webhooks').values({
    id: p.id,
    url: p.url,
    events: p.events,
    description: p.description,
    is_active: p.is_active,
    secret: p.secret,
    created_at: p.created_at,
    updated_at: p.updated_at,
  }),
);
const update = updateById('webhooks');
const remove = compiled((db, p: { id: string }) => db.deleteFrom('webhooks').where('id', '=', p.id));

/** Webhooks: where events are sent, and with which secrets they are signed. */
export class WebhookStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All webhooks, newest first. */
  list(): Promise<StoredWebhook[]> {
    return this.#connection.all(all);
  }

  find(id: string): Promise<StoredWebhook | undefined> {
    return this.#connection.first(find, { id });
  }

  /** Locks the webhook until the transaction ends. */
  hold(id: string): Promise<StoredWebhook | undefined> {
    return this.#connection.first(hold, { id });
  }

  async count(): Promise<number> {
    return (await this.#connection.only(count)).n;
  }

  /** The webhooks that are switched on, with the events that they want. */
  async active(): Promise<{ id: string; events: readonly string[] }[]> {
    const rows = await this.#connection.all(active);
    return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) }));
  }

  async add(webhook: NewWebhook): Promise<void> {
    await this.#connection.change(insert, webhook);
  }

  async change(id: string, changes: Updateable<WebhookTable>): Promise<void> {
    await this.#connection.change(update(changes), { ...changes, id });
  }

  /** Keeps when an event was last posted, the status of the answer, and since when none has been taken. */
  remember(id: string, at: Instant, status: number | null, failingSince: Instant | null): Promise<void> {
    return this.change(id, { last_delivery_at: at, last_status: status, failing_since: failingSince });
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#connection.change(remove, { id })) > 0;
  }
}

/** All webhooks, newest first. */
export const listStoredWebhooks = (work: Work<Actor>) => work.of(WebhookStore).list();
