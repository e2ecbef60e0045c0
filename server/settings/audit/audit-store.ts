import type { AuditAction } from '#contract/audit.ts';
import { type Actor, type Connection, compiled, compiledForms, type Instant, type Work } from '#platform';
import type { AuditTable } from '#records';

export interface AuditListing {
  readonly action: AuditAction | null;
  readonly actorId: string | null;
  /** The id of the last entry of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const insert = compiled((db, p: AuditTable) =>
  db.insertInto('audit').values({
    id: p.id,
    at: p.at,
    actor_id: p.actor_id,
    action: p.action,
    target_type: p.target_type,
    target_id: p.target_id,
    details: p.details,
  }),
);

const list = compiledForms(
  ({ action, actorId, before }: AuditListing) => `${action !== null} ${actorId !== null} ${before !== null}`,
  (db, p: { action: AuditAction; actor: string; before: string; limit: number }, wanted) => {
    let query = db
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.actor_id')
      .selectAll('audit')
      .select('users.name as actor_name');
    if (wanted.action !== null) query = query.where('action', '=', p.action);
    if (wanted.actorId !== null) query = query.where('actor_id', '=', p.actor);
    if (wanted.before !== null) query = query.where('audit.id', '<', p.before);
    return query.orderBy('audit.id', 'desc').limit(p.limit);
  },
);

const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('audit')
    .where('id', 'in', (eb) => eb.selectFrom('audit').select('id').where('at', '<', p.before).limit(p.most)),
);

/** The record of what matters to security. */
export class AuditStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(entry: AuditTable): Promise<void> {
    await this.#connection.change(insert, entry);
  }

  /** Newest first. */
  list(wanted: AuditListing) {
    const { action, actorId, before, limit } = wanted;
    const values = { action: action ?? 'settings.changed', actor: actorId ?? '', before: before ?? '', limit } as const;
    return this.#connection.all(list(wanted), values);
  }

  /** Housekeeping: entries from before this moment, at most so many. @returns how many it was. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
  }
}

/** Newest first. */
export const listAuditRows = (work: Work<Actor>, wanted: AuditListing) => work.of(AuditStore).list(wanted);
