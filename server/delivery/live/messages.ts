import { type Instant, MINUTE, shifted, type Work } from '#platform';
import { type ChangedComment, commentsChangedSince, countUnread, inboxesChangedSince } from '#tickets';
import { noticesFrame } from './event-stream.ts';
import type { People } from './stream-clients.ts';

/** How far back a pass looks for changes: longer than a transaction may take, or the clocks of two nodes differ. */
const OVERLAP_MS = MINUTE;

/** The moment since which a pass looks for changes. */
export const lately = (now: Instant): Instant => shifted(now, -OVERLAP_MS);

/** How far each of some things is, by its id. It grows with each change. */
type Revisions = ReadonlyMap<string, number>;

/** Finds out what has changed since people were last told. Nobody is told of what was there before the first look. */
export class RevisionChanges {
  /** How far each was when people were last told; null before the first look. */
  #told: Revisions | null = null;
  /** How far each is. */
  #now: Revisions = new Map();

  /** The ids of those that have changed. A look whose news were not told finds them again. */
  changed(now: Revisions): ReadonlySet<string> {
    this.#now = now;
    const told = this.#told ?? now;
    this.#told = told;
    return new Set([...now].flatMap(([id, revision]) => (told.get(id) === revision ? [] : [id])));
  }

  /** Notes that people are told of all that the last look found. */
  tell(): void {
    this.#told = this.#now;
  }
}

/** Finds out which comments have changed since the pass before (docs/rules/events.md#live-stream). */
export class EditMessenger extends RevisionChanges {
  /** The comments that were changed in the minute before the last look. */
  recent: readonly ChangedComment[] = [];

  /** Those comments, the one that was changed first first. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async comments(work: Work<null>): Promise<ChangedComment[]> {
    this.recent = await commentsChangedSince(work, lately(work.now));
    const changed = this.changed(new Map(this.recent.map(({ comment_id, revision }) => [comment_id, revision])));
    return this.recent.filter(({ comment_id }) => changed.has(comment_id));
  }
}

/** What a pass sends to the streams of people whose notices have changed, by the ids of these people. */
export type UnreadMessages = ReadonlyMap<string, string>;

/** Finds out whose notices have changed since the pass before, and tells how many they have not read (docs/rules/events.md#live-stream). */
export class UnreadMessenger extends RevisionChanges {
  /** The ids of those people. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async people(work: Work<null>): Promise<ReadonlySet<string>> {
    const inboxes = await inboxesChangedSince(work, lately(work.now));
    return this.changed(new Map(inboxes.map(({ user_id, revision }) => [user_id, revision])));
  }

  /** What they are told. @param people whose streams are open, with their rights as they are now. */
  async messagesFor(work: Work<null>, changed: ReadonlySet<string>, people: People): Promise<UnreadMessages> {
    const messages = new Map<string, string>();
    for (const person of people.values())
      if (changed.has(person.id) && !messages.has(person.id))
        messages.set(person.id, noticesFrame(await countUnread(work, person)));
    return messages;
  }
}
