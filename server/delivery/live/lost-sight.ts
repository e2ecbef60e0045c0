import { standing } from '#access';
import { type LineTicket, removedTickets, ticketsRemovedSince } from '#events';
import type { Instant, Person, Work } from '#platform';
import type { LostTicket } from './event-stream.ts';
import { type LostTickets, lately, type People, RevisionChanges } from './stream-clients.ts';
import { StreamStore } from './stream-store.ts';

/** A page that loses more tickets at once reads everything anew. */
const MOST_LOST = 1000;

/** The projects in which somebody is not what they were; null for all, where their role is another one. */
function changedProjects(before: Person, now: Person): readonly string[] | null {
  if (before.role !== now.role) return null;
  const ids = new Set([...before.sight.projects.keys(), ...now.sight.projects.keys()]);
  const textOf = ({ sight }: Person, id: string) => JSON.stringify(sight.projects.get(id));
  return [...ids].filter((id) => textOf(before, id) !== textOf(now, id));
}

/** Whether somebody who was away since a moment may have lost sight of tickets by anything but these tickets' own events. */
export const mayHaveLostSight = async (work: Work<null>, user: string, since: Instant): Promise<boolean> =>
  (await work.of(StreamStore).isSightChanged({ user, since })) ||
  (await ticketsRemovedSince(work, since, 1)).length > 0;

/**
 * Finds out who has lost sight of tickets since the pass before by what they are, by what their teams give them, and by the
 * removal of tickets: the events of tickets tell the rest (docs/rules/events.md#live-stream).
 */
export class LostSight {
  #former: ReadonlyMap<string, Person> = new Map();
  #now: ReadonlyMap<string, Person> = new Map();
  readonly #removals = new RevisionChanges();

  /** People as they were when they were last told. */
  get former(): ReadonlyMap<string, Person> {
    return this.#former;
  }

  /** The tickets that people saw as they were at the last look that was told, and do not see now. */
  async tickets(work: Work<null>, people: People): Promise<LostTickets> {
    this.#now = new Map([...people.values()].map((person) => [person.id, person]));
    const removed = await this.#removed(work);
    const lost = new Map<string, readonly LostTicket[] | null>();
    const candidates = new Map<string, ReturnType<StreamStore['ofProjects']>>();
    for (const [id, person] of this.#now) {
      const before = this.#former.get(id) ?? person;
      const seen = removed.filter((ticket) => standing(before, ticket) !== 'none');
      if (removed.length > MOST_LOST) lost.set(id, null);
      else if (seen.length > 0) lost.set(id, seen);
      if (before.sight === person.sight || lost.get(id) === null) continue;
      const projects = changedProjects(before, person);
      if (projects?.length === 0) continue;
      const name = JSON.stringify(projects);
      const tickets = await candidates.getOrInsertComputed(name, () =>
        work.of(StreamStore).ofProjects(projects, MOST_LOST + 1),
      );
      // Events of their own tell which tickets were restricted.
      const sight = { ...before.sight, hasRestricted: person.sight.hasRestricted };
      const unseen = tickets.filter(
        (ticket) => standing(person, ticket) === 'none' && standing({ ...before, sight }, ticket) !== 'none',
      );
      if (tickets.length > MOST_LOST) lost.set(id, null);
      else if (unseen.length > 0) lost.set(id, [...seen, ...unseen]);
    }
    return lost;
  }

  /** The tickets that were removed since people were last told. */
  async #removed(work: Work<null>): Promise<LineTicket[]> {
    const removals = await ticketsRemovedSince(work, lately(work.now), MOST_LOST + 1);
    const changed = this.#removals.changed(new Map(removals.map(({ id }) => [id, 1])));
    return removedTickets(
      work,
      removals.flatMap(({ id, thing_id }) => (changed.has(id) ? thing_id : [])),
    );
  }

  /** Notes that people are told of all that the last look found. @param isWhole whether it was about everybody who listens. */
  tell(isWhole: boolean): void {
    this.#former = isWhole ? this.#now : new Map([...this.#former, ...this.#now]);
    if (isWhole) this.#removals.tell();
  }
}
