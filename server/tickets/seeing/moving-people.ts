import { addedPeople, asPeopleColumn, standing, withSight } from '#access';
import { MOST_PEOPLE } from '#contract/words.ts';
import { followersOfTicket, unfollow } from '#conversation';
import { findUsers } from '#people';
import { Failure, type Work } from '#platform';
import type { HeldTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { TicketPeopleStore } from './people-store.ts';
import { refuseOrphan } from './sight-changes.ts';

interface Joined {
  readonly source: HeldTicket;
  readonly root: HeldTicket;
}

/**
 * The people of a ticket come along when it is joined: its reporter, and those who were added to it
 * (docs/rules/merging.md#join).
 *
 * @throws Failure `limit_reached` where more people would be on a ticket than may be.
 */
export async function movePeople(work: Work, { source, root }: Joined): Promise<void> {
  const people = [source.reporter_id, ...[...addedPeople(source), ...addedPeople(root)].map(({ id }) => id)];
  if (new Set(people.filter((id) => id !== root.reporter_id)).size > MOST_PEOPLE) throw new Failure('limit_reached');
  await work.of(TicketPeopleStore).bring({ from: source.id, to: root.id, by: work.actor.id, now: work.now });
}

/** Everybody who is on a ticket once another one is joined to it, as a column: who is there already stays as they are. */
export function peopleComing(source: HeldTicket, root: HeldTicket): string | null {
  const there = addedPeople(root);
  const isNew = (id: string) => id !== root.reporter_id && there.every((person) => person.id !== id);
  return asPeopleColumn([...there, ...addedPeople(source).filter(({ id }) => isNew(id))]);
}

/**
 * Takes off a ticket, and off those who follow it, whoever came by a merge alone that has ended
 * (docs/rules/merging.md#unmerge). It adds nobody.
 *
 * @param joined the ids of the ticket that is on its own again, and of what had been joined to it.
 * @throws Failure `would_be_orphaned` where nobody would work on what is restricted.
 */
export async function takePeopleBack(work: Work, root: HeldTicket, joined: readonly string[]): Promise<void> {
  await work.of(TicketPeopleStore).takeBack(root.id, joined);
  const after = (await work.of(TicketStore).hold(root.id)) as HeldTicket;
  await refuseOrphan(work, after);
  for (const person of await withSight(work, await findUsers(work, await followersOfTicket(work, root.id))))
    if (standing(person, after) === 'none') await unfollow(work, root.id, person.id);
}
