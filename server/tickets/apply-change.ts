import { followTicket } from '../answers/follow-ticket.ts';
import { postComment } from '../comments/post-comment.ts';
import { recordEvent } from '../events/record-event.ts';
import { syncTask } from '../linked-tasks/sync-task.ts';
import { indexChange } from '../search/index-ticket.ts';
import type { Work } from '../work.ts';
import type { HeldTicket } from './ticket.ts';
import type { Consequences } from './ticket-change.ts';

/** Writes what follows from a change: the closure summary, the fields, the history, the index, the events, the task. */
export async function applyChange(work: Work, before: HeldTicket, change: Consequences): Promise<void> {
  const { set, closureSummary } = change;
  if (closureSummary !== null)
    await postComment(work, before, { ...closureSummary.draft, is_closure_summary: true }, closureSummary);
  if (change.fields.length === 0) return;
  await work.tickets.change(before, set, work.now);
  await work.history.add(work, before.id, change.fields);
  await indexChange(work, before, set);
  await followTicket(work, before, set);
  for (const { name, payload } of change.events) await recordEvent(work, before, name, payload);
  if (change.taskFollows)
    await syncTask(
      work,
      { ...before, ...set },
      change.fields.map(({ field }) => field),
    );
}
