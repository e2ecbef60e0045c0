import type { Work } from '#platform';
import { countUnread, inboxesChangedSince } from '#tickets';
import { noticesFrame } from './frames.ts';
import type { People } from './stream-clients.ts';
import { lately, ToldRevisions } from './told-revisions.ts';

/** What a pass sends to the streams of people whose notices have changed, by the ids of these people. */
export type UnreadMessages = ReadonlyMap<string, string>;

/** Finds out whose notices have changed since the pass before, and tells how many they have not read (docs/rules/events.md#live-stream). */
export class UnreadMessenger {
  readonly #revisions = new ToldRevisions();

  /** The ids of those people. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async changed(work: Work<null>): Promise<ReadonlySet<string>> {
    const inboxes = await inboxesChangedSince(work, lately(work.now));
    return this.#revisions.changed(new Map(inboxes.map(({ user_id, revision }) => [user_id, revision])));
  }

  /**
   * What they are told.
   *
   * @param people whose streams are open, with their rights as they are now.
   */
  async messagesFor(work: Work<null>, changed: ReadonlySet<string>, people: People): Promise<UnreadMessages> {
    const messages = new Map<string, string>();
    for (const person of people.values())
      if (changed.has(person.id) && !messages.has(person.id))
        messages.set(person.id, noticesFrame(await countUnread(work, person)));
    return messages;
  }

  /** Notes that they are told. */
  tell(): void {
    this.#revisions.tell();
  }
}
