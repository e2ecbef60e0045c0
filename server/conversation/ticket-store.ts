import { type Instant, Store, updateById } from '#platform';

const update = updateById('tickets');

/** Changes that comments and files make to their ticket. Its version stays. */
export class SaidStore extends Store {
  /** Sets `updated_at` after something was added that every reader sees. */
  touch(id: string, now: Instant): Promise<number> {
    return this.#set(id, { updated_at: now, public_updated_at: now });
  }

  /** Sets `updated_at` for who reads internals, after a change of what others do not see. */
  touchInternally(id: string, now: Instant): Promise<number> {
    return this.#set(id, { updated_at: now });
  }

  /** Since when its reporter waits for an answer. */
  setAwaiting(id: string, awaiting_reply_since: Instant | null): Promise<number> {
    return this.#set(id, { awaiting_reply_since });
  }

  /** The comment that answers it. */
  setAnswer(id: string, summary_comment_id: string): Promise<number> {
    return this.#set(id, { summary_comment_id });
  }

  #set(id: string, changes: Parameters<typeof update>[0]): Promise<number> {
    return this.connection.change(update(changes), { ...changes, id });
  }
}
