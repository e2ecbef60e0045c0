import { sql } from 'kysely';
import { factColumns } from '#access';
import type { CommentEdit } from '#contract/comments.ts';
import { type Actor, compiled, compiledForms, type Instant, Store, selectBy, tableStore, type Work } from '#platform';
import { flag, type NewRow } from '#records';

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

const changedSince = compiled((db, p: { since: Instant }, dialect) =>
  db
    .selectFrom('changed_comments as change')
    .innerJoin('comments', 'comments.id', 'change.comment_id')
    .innerJoin('tickets', 'tickets.id', 'comments.ticket_id')
    .select(['change.comment_id', 'change.revision', 'change.changed_by', 'change.changed_at'])
    // A change that reporters see has moved the time that they know of the ticket.
    .select(
      sql<0 | 1>`case when comments.is_internal or change.changed_at > tickets.public_updated_at then 1 else 0 end`.as(
        'is_internal',
      ),
    )
    .select(['comments.ticket_id', 'tickets.number', 'tickets.version', 'tickets.public_version'])
    .select(factColumns(dialect))
    .where('change.changed_at', '>=', p.since)
    .orderBy('change.changed_at'),
);

/** Which comments were changed lately, for the live stream. */
export class ChangedCommentStore extends Store {
  /** Notes that somebody changed a comment. */
  readonly changed = this.changes(change);

  /** Every comment that was changed since that moment, with its ticket as it is now and a number that grows with each change. */
  changedSince(since: Instant) {
    return this.connection.all(changedSince, { since });
  }
}

export type ChangedComment = Awaited<ReturnType<ChangedCommentStore['changedSince']>>[number];

export const commentsChangedSince = (work: Work<Actor>, since: Instant) =>
  work.of(ChangedCommentStore).changedSince(since);

const page = compiledForms(
  (isFirst: boolean) => String(isFirst),
  (db, p: { comment: string; before: string; limit: number }, isFirst) => {
    const query = db
      .selectFrom('comment_edits')
      .select(['id', 'content', 'edited_by', 'edited_at'])
      .where('comment_id', '=', p.comment)
      .orderBy('id', 'desc')
      .limit(p.limit);
    return isFirst ? query : query.where('id', '<', p.before);
  },
);

export type StoredCommentEdit = CommentEdit & { readonly id: string };

/** The former texts of comments. */
export class CommentEditStore extends tableStore('comment_edits') {
  /** Newest first. @param before the id of the edit behind which the page starts; null for the newest. */
  ofComment(comment: string, before: string | null, limit: number): Promise<StoredCommentEdit[]> {
    return this.connection.all(page(before === null), { comment, before: before ?? '', limit });
  }
}

export type NewComment = NewRow<'comments'>;

const unmark = compiled((db, p: { ticket: string }) =>
  db
    .updateTable('comments')
    .set({ is_closure_summary: false })
    .where('ticket_id', '=', p.ticket)
    .where('is_closure_summary', '=', flag(true)),
);

const summary = compiled((db, p: { ticket: string }) =>
  db.selectFrom('comments').select('id').where('ticket_id', '=', p.ticket).where('is_closure_summary', '=', flag(true)),
);

const saidSince = compiled((db, p: { ticket: string; since: Instant }) =>
  db
    .selectFrom('comments')
    .select('is_developer')
    .distinct()
    .where('ticket_id', '=', p.ticket)
    .where('created_at', '>', p.since)
    .where('is_internal', '=', flag(false)),
);

const repliesTo = selectBy('comments', 'parent_id');

const detach = compiled((db, p: { id: string }) =>
  db.updateTable('comments').set({ parent_id: null }).where('parent_id', '=', p.id),
);

const attach = compiled((db, p: { id: string; parent: string }) =>
  db.updateTable('comments').set({ parent_id: p.parent }).where('id', '=', p.id).where('parent_id', 'is', null),
);

const findPublic = compiled((db, p: { id: string }) =>
  db.selectFrom('comments').select(['content', 'type']).where('id', '=', p.id).where('is_internal', '=', flag(false)),
);

const onTicket = compiledForms(String, (db, p: { ticket: string }, internals: boolean) => {
  const query = db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('answers', 'answers.comment_id', 'comments.id')
    .selectAll('comments')
    .select(['users.name as user_name', 'users.email as user_email'])
    .select(['answers.question', 'answers.is_shared', 'answers.found_by'])
    .where('comments.ticket_id', '=', p.ticket)
    .orderBy('comments.id');
  return internals ? query : query.where('comments.is_internal', '=', flag(false));
});

const internal = compiled(
  (_, p: { ticket: string }) => sql`select 1 as one from comments where ticket_id = ${p.ticket} and is_internal
    union all select 1 from attachments where ticket_id = ${p.ticket} and is_internal limit 1`,
);

export class CommentStore extends tableStore('comments', 'id', 'act_id') {
  /** Whether a ticket has a comment or a file that is internal. */
  readonly hasInternal = this.any(internal);
  readonly repliesTo = this.all(repliesTo);
  /** The content of a comment that every reader of its ticket may read; undefined for an internal one. */
  readonly findPublic = this.first(findPublic);
  readonly unmarkClosureSummary = this.changes(unmark);
  readonly saidSince = this.all(saidSince);

  /** Lets replies to a comment stay as replies to nothing. */
  readonly detach = this.changes(detach);
  /** Lets a comment reply to another one, where it replies to nothing. */
  readonly attach = this.changes(attach);

  /** Removes a comment. Its replies stay, as replies to nothing. */
  override async delete(id: string): Promise<boolean> {
    await this.connection.change(detach, { id });
    return super.delete(id);
  }

  /** The id of the comment that is marked as the ticket's closure summary. */
  async closureSummaryOf(ticket: string): Promise<string | undefined> {
    return (await this.connection.first(summary, { ticket }))?.id;
  }

  /** The comments of a ticket with their authors, oldest first. @param internals whether to read internal ones. */
  onTicket(ticket: string, internals: boolean) {
    return this.connection.all(onTicket(internals), { ticket });
  }
}

export type StoredComment = Awaited<ReturnType<CommentStore['onTicket']>>[number];

export const closureSummaryOf = (work: Work<Actor>, ticket: string) => work.of(CommentStore).closureSummaryOf(ticket);

/** Whether a ticket has a comment or a file that is internal. */
export const hasInternalWords = (work: Work<Actor>, ticket: string) => work.of(CommentStore).hasInternal({ ticket });

/** Whether there are public comments on a ticket since then: of those who work on it, and of others. */
export async function whatIsSaidSince(work: Work<Actor>, ticket: string, since: Instant) {
  const said = await work.of(CommentStore).saidSince({ ticket, since });
  return {
    isAnswered: said.some((word) => word.is_developer === 1),
    isAsked: said.some((word) => word.is_developer === 0),
  };
}

export const findPublicComment = (work: Work<Actor>, id: string) => work.of(CommentStore).findPublic({ id });

/** The comments of a ticket with their authors, oldest first. @param internals whether to read internal ones. */
export const commentsOn = (work: Work<Actor>, ticket: string, internals: boolean): Promise<StoredComment[]> =>
  work.of(CommentStore).onTicket(ticket, internals);

/** Adds a comment as it is, of which nobody is told. */
export const addStoredComment = (work: Work<Actor>, comment: NewComment) =>
  work.of(CommentStore).add({ ...comment, act_id: work.actId });

export const removeStoredComment = (work: Work<Actor>, id: string) => work.of(CommentStore).delete(id);

export const markClosureSummary = (work: Work<Actor>, id: string) =>
  work.of(CommentStore).change(id, { is_closure_summary: true });

export const unmarkClosureSummary = (work: Work<Actor>, ticket: string) =>
  work.of(CommentStore).unmarkClosureSummary({ ticket });

export const findStoredComment = (work: Work<Actor>, id: string) => work.of(CommentStore).find(id);
