import { compiled, Store, upsertInto } from '#platform';

const keep = upsertInto('words_asked');
const forget = compiled((db, p: { comment_id: string; user_id: string }) =>
  db.deleteFrom('words_asked').where('comment_id', '=', p.comment_id).where('user_id', '=', p.user_id),
);

/** The words that people asked with before an answer helped them. */
export class AskedWordStore extends Store {
  /** Keeps words in the place of those before. */
  readonly keep = this.changes(keep);
  readonly forget = this.changes(forget);
}
