import { sql } from 'kysely';
import type { ApartFacts } from '#access';
import { type Actor, compiled, type Instant, tableStore, type Work } from '#platform';
import { flag, type RowOf } from '#records';

export type StoredWebhook = Readonly<RowOf<'webhooks'>>;

const all = compiled((db) => db.selectFrom('webhooks').selectAll().orderBy('id', 'desc'));
const count = compiled((db) => db.selectFrom('webhooks').select((eb) => eb.fn.countAll<number>().as('count')));
const active = compiled((db) =>
  db.selectFrom('webhooks').selectAll().where('is_active', '=', flag(true)).orderBy('id'),
);
const ofTicket = compiled((db, p: { id: string }) =>
  db
    .selectFrom('tickets')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .select(['tickets.project_id', 'tickets.restricted', 'projects.sealed'])
    .where('tickets.id', '=', p.id),
);

const ofProject = compiled((db, p: { project: string }) =>
  db
    .selectFrom('projects')
    .select(['id as project_id', sql<0 | 1>`0`.as('restricted'), 'sealed'])
    .where('id', '=', p.project),
);

/** Where a ticket is, or a project, and who may see it. */
export interface HeardPlace extends ApartFacts {
  readonly project_id: string | null;
}

/** Webhooks: where events are sent, and with which secrets they are signed. */
export class WebhookStore extends tableStore('webhooks') {
  /** All webhooks, newest first. */
  readonly list = this.all(all);
  /** In which project a ticket is, and who may see it; undefined when it is gone. */
  readonly placeOf = this.first(ofTicket);
  readonly placeIn = this.first(ofProject);
  readonly count = this.countOf(count);
  /** The webhooks that are switched on. */
  readonly active = this.all(active);

  /** Keeps when an event was last posted, the status of the answer, and since when none has been taken. */
  remember(id: string, at: Instant, status: number | null, failingSince: Instant | null): Promise<void> {
    return this.change(id, { last_delivery_at: at, last_status: status, failing_since: failingSince });
  }
}

export const listStoredWebhooks = (work: Work<Actor>) => work.of(WebhookStore).list();
