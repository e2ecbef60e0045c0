import { isApart, standing, withSight } from '#access';
import { followersOfTicket, unfollow } from '#conversation';
import { resettleTicket } from '#memory';
import { findUsers } from '#people';
import { type Actor, isDeveloper, type Person, type RequestContext, type Runner, type Work } from '#platform';
import { applyChange, circumstancesOf } from '../handling/tickets.ts';
import { ProjectStore } from '../project-store.ts';
import type { HeldTicket } from '../ticket.ts';
import { consequences } from '../ticket-change.ts';
import { TicketStore } from '../ticket-store.ts';
import { SettlingStore, type SightEffect } from './settling-store.ts';

/** A project with more tickets is settled in steps, so that no other write waits for it. */
const MOST_AT_ONCE = 300;
/** How many numbers of tickets a step passes. */
const STEP = 50;

/**
 * Lets the tickets of projects follow a change of who sees them (docs/rules/access.md#who-loses-sight): those of a small project
 * at once, those of a large one in steps, by `settleStep`. What decides who sees them holds at once for all.
 */
export async function settleProjects(
  work: Work,
  projects: readonly { readonly id: string }[],
  effect: SightEffect,
): Promise<void> {
  for (const { id: project } of projects) {
    const ids = await work.of(SettlingStore).some(project, MOST_AT_ONCE + 1);
    if (ids.length > MOST_AT_ONCE) await work.of(SettlingStore).begin({ effect, project, person: work.actor.id });
    else await settleTickets(work, project, ids, effect);
  }
}

/** Settles some tickets of a large project, on behalf of whoever changed it. @returns whether there is more to settle. */
export const settleStep = (runner: Runner, context: RequestContext<null>): Promise<boolean> =>
  runner.writeFor(context, whoChanged, async (work) => {
    if (work.actor === null) return false;
    const settling = await work.of(SettlingStore).next();
    // Another node ended the one of which the person was read, or somebody began one that comes before it.
    if (settling?.person !== work.actor.id) return true;
    const { ids, until } = await work.of(SettlingStore).step(settling, STEP);
    await settleTickets(work as Work, settling.project, ids, settling.effect);
    await work.of(SettlingStore).advance(settling, until);
    return true;
  });

async function whoChanged(work: Work<Actor>): Promise<Actor> {
  const settling = await work.of(SettlingStore).next();
  return settling === undefined ? null : personOf(work, settling.person);
}

/** Somebody on whose behalf Kwit acts by itself. */
export async function personOf(work: Work<Actor>, userId: string): Promise<Person | null> {
  const [person] = await withSight(work, await findUsers(work, [userId]));
  if (person === undefined) return null;
  const { id, email, name, role, language, sight } = person;
  return { id, email, name, role, language, sight, credential: { kind: 'session', id: '' } };
}

async function settleTickets(work: Work, project: string, ids: readonly string[], effect: SightEffect): Promise<void> {
  const { sealed = null } = (await work.of(ProjectStore).find(project)) ?? {};
  for (const id of ids) {
    const ticket = await work.of(TicketStore).hold(id);
    if (ticket === undefined) continue;
    if (effect === 'words') await resettleTicket(work, ticket, false);
    if (isApart({ restricted: ticket.restricted, sealed })) await dropStrangers(work, ticket);
  }
}

/** Takes the assignee, with the task, and followers off a ticket who do not see it any more. */
async function dropStrangers(work: Work, ticket: HeldTicket): Promise<void> {
  const { id, assignee_id } = ticket;
  const followers = await followersOfTicket(work, id);
  const ids = [...new Set([...followers, ...(assignee_id === null ? [] : [assignee_id])])];
  if (ids.length === 0) return;
  for (const person of await withSight(work, await findUsers(work, ids))) {
    const theirs = standing(person, ticket);
    if (theirs === 'none') await unfollow(work, id, person.id);
    if (person.id !== assignee_id || !isDeveloper(person)) continue;
    if (theirs !== 'none' && theirs !== 'reporter') continue;
    await applyChange(work, ticket, consequences(ticket, { assignee_id: null }, circumstancesOf(work)));
  }
}
