import type { Work } from '#platform';
import { type ChangedComment, commentsChangedSince } from '#tickets';
import { lately, ToldRevisions } from './told-revisions.ts';

/** Finds out which comments have changed since the pass before (docs/rules/events.md#live-stream). */
export class EditMessenger {
  readonly #revisions = new ToldRevisions();
  #recent: readonly ChangedComment[] = [];

  /** Those comments, the one that was changed first first. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async changed(work: Work<null>): Promise<ChangedComment[]> {
    const comments = await commentsChangedSince(work, lately(work.now));
    this.#recent = comments;
    const changed = this.#revisions.changed(
      new Map(comments.map(({ comment_id, revision }) => [comment_id, revision])),
    );
    return comments.filter(({ comment_id }) => changed.has(comment_id));
  }

  /** The comments that were changed in the minute before the last look. */
  get recent(): readonly ChangedComment[] {
    return this.#recent;
  }

  /** Notes that their readers are told of them. */
  tell(): void {
    this.#revisions.tell();
  }
}
