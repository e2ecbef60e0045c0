import type { Status } from '../../contract/tickets.ts';
import type { Actor } from '../actor.ts';
import type { SearchedTicket } from '../search/search-entry.ts';
import type { Work } from '../work.ts';

/** Keeps the answer of a ticket in step with it: whether it is closed, whether the answer held, by which words it is found. */
export async function followTicket(
  work: Work<Actor>,
  before: SearchedTicket & { readonly status: Status },
  set: { readonly title?: string; readonly description?: string; readonly status?: Status },
): Promise<void> {
  if (set.status === 'closed') await work.answers.close(before.id);
  if (set.status !== undefined && before.status === 'closed') await work.answers.reopen(before.id);
  const isRewritten = set.title !== undefined || set.description !== undefined;
  const hasAnswer = before.status === 'closed' || set.status === 'closed';
  if (hasAnswer && (isRewritten || set.status !== undefined)) await work.solved.index(before.id, before.number);
}
