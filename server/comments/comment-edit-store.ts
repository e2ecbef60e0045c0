import type { CommentEdit } from '../../contract/comments.ts';
import { compiled, compiledForms } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import type { CommentEditTable } from '../database/tables/tickets.ts';

const insert = compiled((db, p: CommentEditTable) =>
  db.insertInto('comment_edits').values({
    id: p.id,
    comment_id: p.comment_id,
    content: p.content,
    edited_by: p.edited_by,
    edited_at: p.edited_at,
  }),
);

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

const removeOf = compiled((db, p: { comment: string }) =>
  db.deleteFrom('comment_edits').where('comment_id', '=', p.comment),
);

export type StoredCommentEdit = CommentEdit & { readonly id: string };

/** The former texts of comments. */
export class CommentEditStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(edit: CommentEditTable): Promise<void> {
    await this.#connection.change(insert, edit);
  }

  /** Newest first. @param before the id of the edit behind which the page starts; null for the newest. */
  ofComment(comment: string, before: string | null, limit: number): Promise<StoredCommentEdit[]> {
    return this.#connection.all(page(before === null), { comment, before: before ?? '', limit });
  }

  async removeOf(comment: string): Promise<void> {
    await this.#connection.change(removeOf, { comment });
  }
}
