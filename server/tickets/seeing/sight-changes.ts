import {
  addedPeople,
  asPeopleColumn,
  changedFacts,
  changesRestriction,
  isRestricted,
  type Reader,
  readsInternals,
  standing,
  type TicketFacts,
  withSight,
} from '#access';
import type { TicketChanges } from '#contract/tickets.ts';
import { followersOfTicket, hasInternalWords, unfollow } from '#conversation';
import { recordEvent, recordHistory } from '#events';
import { findUsers, holdAccess, listStoredUsers } from '#people';
import { type Actor, Failure, type NewLine, type Person, type Work } from '#platform';
import { recordAudit } from '#settings';
import type { HeldTicket } from '../ticket.ts';
import { TicketPeopleStore } from './people-store.ts';

/** More developers than any team has. */
const EVERYBODY = 100_000;

/** Everybody who may see what is sealed, by their teams. */
export const activeDevelopers = (work: Work<Actor>) =>
  listStoredUsers(work, { role: 'developer', isActive: true, limit: EVERYBODY });

/**
 * A caller who reads the internal words of a ticket decides who else does (docs/rules/access.md#gaining-sight).
 *
 * @throws Failure `internal_words` where developers would gain sight of such words that the caller does not read;
 * `would_reveal` with how many gain and lose it, unless that is confirmed.
 */
export async function refuseRevealing(
  work: Work,
  before: HeldTicket,
  after: TicketFacts,
  isConfirmed: boolean,
): Promise<void> {
  const people = await withSight(work, await activeDevelopers(work));
  const sees = (person: Reader, facts: TicketFacts) => readsInternals(standing(person, facts));
  const gain = people.filter((person) => !sees(person, before) && sees(person, after)).length;
  const lose = people.filter((person) => sees(person, before) && !sees(person, after)).length;
  if (gain === 0) return;
  if (!sees(work.actor, before)) await refuseInternalWords(work, before);
  if (!isConfirmed) throw new Failure('would_reveal', { facts: { gain, lose } });
}

/** @throws Failure `internal_words` for a ticket with an internal note, comment or file. */
export async function refuseInternalWords(
  work: Work,
  { id, internal_note }: Pick<HeldTicket, 'id' | 'internal_note'>,
): Promise<void> {
  if (internal_note != null || (await hasInternalWords(work, id))) throw new Failure('internal_words');
}

/**
 * The facts of a ticket once it is moved or restricted. A caller who restricts it is added to it where they would not work
 * on it any more (docs/rules/access.md#restricted-tickets).
 */
export async function settleRestriction(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<TicketFacts> {
  const after = changedFacts(ticket, changes);
  if (changesRestriction(ticket, changes))
    await recordAudit(work, 'ticket.restricted', ticket.id, { restricted: isRestricted(after) });
  if (!changes.restricted || standing(work.actor, after) === 'worker') return after;
  const { id, name } = work.actor;
  await addStoredPerson(work, ticket, work.actor, true);
  const others = addedPeople(ticket).filter((person) => person.id !== id);
  return { ...after, people: asPeopleColumn([...others, { id, name, isAppointed: true }]) };
}

/** The line of an act for somebody who came to a ticket, or was taken off. */
export const personLine = (
  ticketId: string,
  { id }: Pick<Person, 'id' | 'name'>,
  values: Pick<NewLine, 'old' | 'new' | 'before'>,
): NewLine => ({ ticketId, thing: { type: 'user', id }, field: 'people', old: false, new: false, ...values });

/**
 * Adds somebody to a ticket, with its history, event and audit.
 *
 * @param appointed whether a worker does, which confirms a person whom the reporter added.
 */
export async function addStoredPerson(
  work: Work,
  ticket: HeldTicket,
  { id, name }: Pick<Person, 'id' | 'name'>,
  appointed: boolean,
): Promise<void> {
  const row = { ticket_id: ticket.id, user_id: id, added_by: work.actor.id, added_at: work.now, appointed };
  const isOn = addedPeople(ticket).some((person) => person.id === id);
  const before = isOn ? await work.of(TicketPeopleStore).find(row) : undefined;
  if (!(await work.of(TicketPeopleStore).put(row))) return;
  await recordAudit(work, 'ticket.person_added', ticket.id, { user_id: id });
  work.lines.push(personLine(ticket.id, { id, name }, { old: isOn, new: true, ...(before ? { before } : {}) }));
  if (isOn) return;
  await recordHistory(work, ticket.id, [{ field: 'people', from: null, to: name }]);
  await recordEvent(work, ticket, 'ticket.person_added', { user_id: id });
}

/**
 * Takes assignee and followers off who do not see the ticket any more.
 *
 * @returns the changes, with what follows.
 * @throws Failure `would_be_orphaned` where nobody works on what becomes of a restricted ticket.
 */
export async function dropBlind(
  work: Work,
  ticket: HeldTicket,
  after: TicketFacts,
  changes: TicketChanges,
): Promise<TicketChanges> {
  const followers = await followersOfTicket(work, ticket.id);
  const ids = [...followers, ...(after.assignee_id === null ? [] : [after.assignee_id])];
  const people = await withSight(work, await findUsers(work, ids));
  for (const person of people) {
    if (standing(person, after) !== 'none') continue;
    if (followers.includes(person.id)) await unfollow(work, ticket.id, person.id);
  }
  const isDropped = losesIt(
    people.find(({ id }) => id === after.assignee_id),
    ticket,
    after,
  );
  await refuseOrphan(work, isDropped ? { ...after, assignee_id: null } : after);
  return isDropped ? { ...changes, assignee_id: null } : changes;
}

/** Whether an assignee who saw the ticket does not work on it any more. */
const losesIt = (assignee: Reader | undefined, before: TicketFacts, after: TicketFacts): boolean =>
  assignee !== undefined &&
  standing(assignee, before) !== 'none' &&
  ['none', 'reporter'].includes(standing(assignee, after));

/**
 * Refuses to take the last one off a restricted ticket who works on it.
 *
 * @throws Failure `would_be_orphaned`.
 */
export async function refuseWithoutWorker(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<void> {
  if (changes.assignee_id === undefined || changes.assignee_id === ticket.assignee_id) return;
  await refuseOrphan(work, { ...ticket, assignee_id: changes.assignee_id });
}

/** @throws Failure `would_be_orphaned` where a ticket is restricted, and no active developer works on what becomes of it. */
export async function refuseOrphan(work: Work, after: TicketFacts): Promise<void> {
  if (!isRestricted(after)) return;
  await holdAccess(work);
  const people = await withSight(work, await activeDevelopers(work));
  if (!people.some((person) => standing(person, after) === 'worker')) throw new Failure('would_be_orphaned');
}

/** The facts of a ticket once somebody is no longer on it. */
export const without = (ticket: HeldTicket, person: string): TicketFacts => ({
  ...ticket,
  people: asPeopleColumn(addedPeople(ticket).filter(({ id }) => id !== person)),
});
