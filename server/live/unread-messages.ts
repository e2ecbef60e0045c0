import { MINUTE, shifted } from '../clock.ts'
import type { Work } from '../work.ts'
import { noticesFrame } from './frames.ts'
import type { People } from './stream-clients.ts'

/** How far back a pass looks for changes: longer than a transaction may take, or the clocks of two nodes differ. */
const OVERLAP_MS = MINUTE

/** What a pass sends to the streams of people whose notices have changed, by the ids of these people. */
export type UnreadMessages = ReadonlyMap<string, string>

/** Finds out whose notices have changed since the pass before, and tells how many they have not read (docs/rules/events.md#live-stream). */
export class UnreadMessenger {
  /** How far each inbox was when people were last told; null before the first pass, in which nobody is told anything. */
  #told: ReadonlyMap<string, number> | null = null
  /** How far each inbox is in this pass. */
  #now: ReadonlyMap<string, number> = new Map()

  /** The ids of those people. */
  async changed(work: Work<null>): Promise<ReadonlySet<string>> {
    const inboxes = await work.inboxes.changedSince(shifted(work.now, -OVERLAP_MS))
    this.#now = new Map(inboxes.map(({ user_id, revision }) => [user_id, revision]))
    const told = this.#told ?? this.#now
    return new Set([...this.#now].flatMap(([user, revision]) => (told.get(user) === revision ? [] : [user])))
  }

  /**
   * What they are told. A pass that fails before has told nobody, and the next one finds them again.
   *
   * @param people whose streams are open, with their rights as they are now.
   */
  async messagesFor(work: Work<null>, changed: ReadonlySet<string>, people: People): Promise<UnreadMessages> {
    const messages = new Map<string, string>()
    for (const person of people.values())
      if (changed.has(person.id) && !messages.has(person.id))
        messages.set(person.id, noticesFrame(await work.notices.countUnread(person)))
    this.#told = this.#now
    return messages
  }
}
