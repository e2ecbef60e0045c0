import { recordEvent } from '#events';
import type { Actor, Work } from '#platform';
import { rememberedTime } from '../calendars/calendar-store.ts';
import { digestWaits, isDigestDue, leaveToDigest } from './digest-waits.ts';
import { targetsNow } from './targets-now.ts';
import { type StoredWait, WaitStore } from './wait-store.ts';

/** How many waits are told of in one transaction. */
const AT_ONCE = 100;

/** The calendars of untold waits whose minute is open now. */
async function openNow(work: Work<Actor>): Promise<string[]> {
  const ids = (await work.of(WaitStore).calendarsUntold({ now: work.now })).flatMap(
    ({ calendar_id }) => calendar_id ?? [],
  );
  if (ids.length === 0) return [];
  const { targets } = await targetsNow(work);
  const open = targets
    .map(({ calendar }) => calendar)
    .filter(({ id, version }) => ids.includes(id) && rememberedTime(id, version)?.isOpen(Date.parse(work.now)));
  return [...new Set(open.map(({ id }) => id))];
}

export const hasUntoldWaits = async (work: Work<Actor>): Promise<boolean> =>
  (await openNow(work)).length > 0 || (await isDigestDue(work));

/**
 * Tells of waits that are missed, in the order in which they were due, and of those that are due soon; each once, and only
 * while their calendar is open (docs/rules/answer-due.md#who-is-told).
 *
 * @returns whether there may be more.
 */
export async function announceWaits(work: Work<Actor>): Promise<boolean> {
  await work.lock('waits told');
  const open = await openNow(work);
  if (open.length === 0) {
    await digestWaits(work);
    return false;
  }
  const bounds = { now: work.now, open, most: AT_ONCE };
  const missed = await work.of(WaitStore).missed(bounds);
  const warned = missed.length < AT_ONCE ? await work.of(WaitStore).warned(bounds) : [];
  const tickets = new Map(
    (await work.of(WaitStore).heldTickets({ ids: [...missed, ...warned].map(({ ticket_id }) => ticket_id) })).map(
      (ticket) => [ticket.id, ticket],
    ),
  );
  for (const wait of missed) await tell(work, wait, 'wait.missed', tickets.get(wait.ticket_id));
  for (const wait of warned) await tell(work, wait, 'wait.warned', tickets.get(wait.ticket_id));
  return true;
}

type HeldTicket = Awaited<ReturnType<WaitStore['heldTickets']>>[number];

async function tell(
  work: Work<Actor>,
  { id, since, due_at, target_minutes }: StoredWait,
  name: 'wait.missed' | 'wait.warned',
  ticket: HeldTicket | undefined,
): Promise<void> {
  if (ticket === undefined || due_at === null || target_minutes === null) return;
  await work.of(WaitStore).change(id, name === 'wait.missed' ? { missed_at: work.now } : { warned_at: work.now });
  const internal = { mentioned: await recipientsOf(work, ticket) };
  if (internal.mentioned.length === 0) await leaveToDigest(work);
  await recordEvent(work, ticket, name, { since, due_at, target_minutes, internal });
}

/** Its assignee; without one the developers of its team. */
async function recipientsOf(work: Work<Actor>, { assignee_id, team_id }: HeldTicket): Promise<string[]> {
  if (assignee_id !== null) return [assignee_id];
  return team_id === null ? [] : (await work.of(WaitStore).developersIn({ team: team_id })).map((person) => person.id);
}
