import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const change = compiled((db, p: { comment: string; by: string; now: Instant }) =>
  db
    .insertInto('changed_comments')
    .values({ comment_id: p.comment, revision: 1, changed_by: p.by, changed_at: p.now })
    .onConflict((conflict) =>
      conflict.column('comment_id').doUpdateSet((eb) => ({
        revision: eb('changed_comments.revision', '+', 1),
        changed_by: p.by,
        changed_at: p.now,
      })),
    ),
);

const changedSince = compiled((db, p: { since: Instant }) =>
  db
    .selectFrom('changed_comments as change')
    .innerJoin('comments', 'comments.id', 'change.comment_id')
    .innerJoin('tickets', 'tickets.id', 'comments.ticket_id')
    .select(['change.comment_id', 'change.revision', 'change.changed_by', 'change.changed_at', 'comments.is_internal'])
    .select(['comments.ticket_id', 'tickets.number', 'tickets.reporter_id'])
    .select(['tickets.version', 'tickets.public_version'])
    .where('change.changed_at', '>=', p.since)
    .orderBy('change.changed_at'),
);

const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('changed_comments')
    .where('comment_id', 'in', (eb) =>
      eb
        .selectFrom('changed_comments')
        .select('comment_id')
        .where('changed_at', '<', p.before)
        .orderBy('changed_at')
        .limit(p.most),
    ),
);

/** Which comments were changed lately, for the live stream. */
export class ChangedCommentStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Notes that somebody changed a comment. */
  async changed(comment: string, by: string, now: Instant): Promise<void> {
    await this.#connection.change(change, { comment, by, now });
  }

  /** Every comment that was changed since that moment, with its ticket as it is now and a number that grows with each change. */
  changedSince(since: Instant) {
    return this.#connection.all(changedSince, { since });
  }

  /** @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
  }
}

export type ChangedComment = Awaited<ReturnType<ChangedCommentStore['changedSince']>>[number];
