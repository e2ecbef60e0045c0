import { resettleTicket } from '#memory';
import type { StoredTicketRow } from '../import-store.ts';
import type { TicketBatch } from './import-tickets.ts';

/** Adds to a restricted ticket whoever is to work on it (docs/rules/access.md#restricted-tickets). */
export function addWorkers({ work, run, workers }: TicketBatch, ticket_id: string, assignee: string | null): void {
  const about = {
    ticket_id,
    added_by: work.actor?.id ?? null,
    added_at: run.now,
    merged_from_id: null,
    appointed: true,
  };
  for (const user_id of workers) if (user_id !== assignee) run.rows.add('ticket_people', { ...about, user_id });
}

/** Has somebody work on a restricted ticket that an earlier import left to nobody. */
export async function rescue(bringing: TicketBatch, before: StoredTicketRow): Promise<void> {
  const { work, run } = bringing;
  run.report.changedIn('tickets', 'nobody worked on it: those do now who were named for restricted tickets', {
    number: before.number,
  });
  if (run.rows.isTrial) return;
  addWorkers(bringing, before.id, null);
  await run.rows.flush();
  await resettleTicket(work, before, true);
}
