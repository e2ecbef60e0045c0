import { type EventRow, findAct, readEvent } from '#events';
import { listStoredUsers, type StoredUser } from '#people';
import { type ActEvent, type Actor, allSettled, type Work } from '#platform';
import { type Act, findNamedTicket, followersOfTicket, type NamedTicket, readConcerned } from '#tickets';
import { HeldMailStore } from './held-mail-store.ts';

/** An act with its ticket, without what only developers may read, and with everybody whom it may concern. */
export interface ReadAct extends Act {
  readonly ticket: NamedTicket;
  readonly people: readonly StoredUser[];
}

/** More developers than any team has. */
const MAX_DEVELOPERS = 1000;

/** Reads the act to which an entry belongs; null when the entry or its ticket is gone. */
export async function readAct(work: Work<Actor>, entryId: string): Promise<ReadAct | null> {
  const rows = await findAct(work, entryId);
  const [first] = rows;
  if (first === undefined) return null;
  const { aggregate_id: ticketId, actor_user_id: actorId } = first;
  const [ticket, following] = await allSettled([
    findNamedTicket(work, ticketId, false),
    followersOfTicket(work, ticketId),
  ]);
  if (ticket === undefined) return null;
  const events = rows.flatMap(actEvent);
  const act = { ticket, followers: new Set(following), actorId, events };
  const isNew = events.some(({ name }) => name === 'ticket.created');
  return { ...act, people: isNew ? await developers(work) : await readConcerned(work, act, events) };
}

/** Nothing for an event that this version does not know: nobody is mailed. */
function actEvent(row: EventRow): ActEvent[] {
  const { entryId, eventId, content, internals } = readEvent(row);
  return content === null ? [] : [{ entryId, eventId, internals, ...content }];
}

/**
 * Whom new tickets are told to: active developers who have signed in. Nobody has shown yet that the address of one who was
 * invited is theirs (docs/rules/people.md#invitations).
 */
export async function developers(work: Work<Actor>): Promise<StoredUser[]> {
  const all = await listStoredUsers(work, { role: 'developer', isActive: true, limit: MAX_DEVELOPERS });
  return all.filter(({ last_login }) => last_login !== null);
}

/** The mails of an act that wait for their notices to be read, by the ids of their people. */
export const heldMailsOf = (work: Work<Actor>, { ticket, events }: ReadAct) =>
  work.of(HeldMailStore).ofEvents(
    ticket.id,
    events.map(({ eventId }) => eventId),
  );
