import type { AuditAction } from '#contract/audit.ts';
import {
  type Actor,
  compiled,
  compiledForms,
  deleteBefore,
  type Instant,
  insertInto,
  Store,
  updateById,
  type Work,
} from '#platform';
import type { RowOf } from '#records';

export interface AuditListing {
  readonly action: AuditAction | null;
  readonly actorId: string | null;
  /** The id of the last entry of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const insert = insertInto('audit');

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

const forget = deleteBefore('audit', 'at');
const update = updateById('audit');
const newestSince = compiled((db, p: { action: AuditAction; since: Instant }) =>
  db
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('action', '=', p.action)
    .where('at', '>', p.since)
    .orderBy('id', 'desc')
    .limit(20),
);

/** The record of what matters to security. */
export class AuditStore extends Store {
  async add(entry: RowOf<'audit'>): Promise<void> {
    await this.connection.change(insert, entry);
  }

  /** Newest first. */
  list(wanted: AuditListing) {
    const { action, actorId, before, limit } = wanted;
    const values = { action: action ?? 'settings.changed', actor: actorId ?? '', before: before ?? '', limit } as const;
    return this.connection.all(list(wanted), values);
  }

  /** The newest entries of an action after a moment, at most 20. */
  newestSince(action: AuditAction, since: Instant): Promise<Pick<RowOf<'audit'>, 'id' | 'details'>[]> {
    return this.connection.all(newestSince, { action, since });
  }

  /** For an entry that counts. */
  async rewrite(id: string, details: string): Promise<void> {
    await this.connection.change(update({ details }), { id, details });
  }

  /** Housekeeping: entries from before this moment, at most so many. @returns how many it was. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.connection.change(forget, { before, most });
  }
}

export const listAuditRows = (work: Work<Actor>, wanted: AuditListing) => work.of(AuditStore).list(wanted);
