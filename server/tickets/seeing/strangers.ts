import { standing, withSight } from '#access';
import { findUsers } from '#people';
import { isDeveloper, type Work } from '#platform';
import { FollowerStore } from '../notices/follower-store.ts';
import { consequences } from '../ticket-change.ts';
import { TicketStore } from '../ticket-store.ts';
import { applyChange } from '../tickets.ts';
import { TicketPeopleStore } from './people-store.ts';

/**
 * Takes assignees, with their tasks, and followers off the tickets of projects who do not see them any more, after a change
 * of who does (docs/rules/access.md#who-loses-sight).
 */
export async function dropStrangers(work: Work, projects: readonly string[]): Promise<void> {
  for (const { id, assignee_id } of await work.of(TicketPeopleStore).held(projects)) {
    const followers = await work.of(FollowerStore).ofTicket(id);
    const ids = [...new Set([...followers, ...(assignee_id === null ? [] : [assignee_id])])];
    const ticket = await work.of(TicketStore).hold(id);
    if (ticket === undefined) continue;
    for (const person of await withSight(work, await findUsers(work, ids))) {
      const one = standing(person, ticket);
      if (one === 'none') await work.of(FollowerStore).remove({ ticket_id: id, user_id: person.id });
      if (person.id !== ticket.assignee_id || !isDeveloper(person)) continue;
      if (one !== 'none' && one !== 'reporter') continue;
      const given = {
        actor: work.actor,
        now: work.now,
        closureSummaryId: null,
        newCommentId: work.newId(),
        labels: null,
      };
      await applyChange(work, ticket, consequences(ticket, { assignee_id: null }, given));
    }
  }
}
