import type { Insertable } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import { flag } from '../database/tables/flag.ts';
import type { CommentTable } from '../database/tables/tickets.ts';

export type NewComment = Readonly<Required<Insertable<CommentTable>>>;

const insert = compiled((db, p: NewComment) =>
  db.insertInto('comments').values({
    id: p.id,
    ticket_id: p.ticket_id,
    user_id: p.user_id,
    content: p.content,
    type: p.type,
    is_internal: p.is_internal,
    is_closure_summary: p.is_closure_summary,
    is_developer: p.is_developer,
    parent_id: p.parent_id,
    created_at: p.created_at,
    edited_at: p.edited_at,
  }),
);

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

const find = compiled((db, p: { id: string }) =>
  db
    .selectFrom('comments')
    .select(['id', 'ticket_id', 'user_id', 'content', 'is_internal', 'is_closure_summary', 'created_at'])
    .where('id', '=', p.id),
);

const repliesTo = compiled((db, p: { id: string }) =>
  db.selectFrom('comments').select('is_internal').where('parent_id', '=', p.id),
);

const detach = compiled((db, p: { id: string }) =>
  db.updateTable('comments').set({ parent_id: null }).where('parent_id', '=', p.id),
);

const remove = compiled((db, p: { id: string }) => db.deleteFrom('comments').where('id', '=', p.id));

const edit = compiled((db, p: { id: string; content: string; now: Instant }) =>
  db.updateTable('comments').set({ content: p.content, edited_at: p.now }).where('id', '=', p.id),
);

const findPublic = compiled((db, p: { id: string }) =>
  db.selectFrom('comments').select(['content', 'type']).where('id', '=', p.id).where('is_internal', '=', flag(false)),
);

const onTicket = (internals: boolean) =>
  compiled((db, p: { ticket: string }) => {
    const query = db
      .selectFrom('comments')
      .innerJoin('users', 'users.id', 'comments.user_id')
      .leftJoin('answers', 'answers.comment_id', 'comments.id')
      .selectAll('comments')
      .select(['users.name as user_name', 'users.email as user_email'])
      .select(['answers.question', 'answers.is_shared'])
      .where('comments.ticket_id', '=', p.ticket)
      .orderBy('comments.id');
    return internals ? query : query.where('comments.is_internal', '=', flag(false));
  });

const forDevelopers = onTicket(true);
const forOthers = onTicket(false);

export class CommentStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(comment: NewComment): Promise<void> {
    await this.#connection.change(insert, comment);
  }

  /** Removes a comment. Its replies stay, as replies to nothing. */
  async remove(id: string): Promise<void> {
    await this.#connection.change(detach, { id });
    await this.#connection.change(remove, { id });
  }

  async edit(id: string, content: string, now: Instant): Promise<void> {
    await this.#connection.change(edit, { id, content, now });
  }

  find(id: string) {
    return this.#connection.first(find, { id });
  }

  /** Whether each reply to a comment is internal. */
  repliesTo(id: string) {
    return this.#connection.all(repliesTo, { id });
  }

  /** The content of a comment that every reader of its ticket may read; undefined for an internal one. */
  findPublic(id: string) {
    return this.#connection.first(findPublic, { id });
  }

  /** The id of the comment that is marked as the ticket's closure summary. */
  async closureSummaryOf(ticket: string): Promise<string | undefined> {
    return (await this.#connection.first(summary, { ticket }))?.id;
  }

  async unmarkClosureSummary(ticket: string): Promise<void> {
    await this.#connection.change(unmark, { ticket });
  }

  /** The comments of a ticket with their authors, oldest first. @param internals whether to read internal ones. */
  onTicket(ticket: string, internals: boolean) {
    const query = internals ? forDevelopers : forOthers;
    return this.#connection.all(query, { ticket });
  }
}

export type FoundComment = NonNullable<Awaited<ReturnType<CommentStore['find']>>>;
export type StoredComment = Awaited<ReturnType<CommentStore['onTicket']>>[number];
