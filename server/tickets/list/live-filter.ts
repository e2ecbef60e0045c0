import type { TicketFilter } from '#contract/ticket-list.ts';
import { STATUSES, type Status } from '#contract/words.ts';
import { Failure, isDeveloper, type Work } from '#platform';
import { readSetting } from '#settings';
import { isShippedTo } from '#shipping';
import type { Condition } from './ticket-filter.ts';
import type { TicketListing } from './way.ts';

/**
 * Whether a ticket was shipped to where versions are live, where a list asks for what is to be answered.
 *
 * @throws Failure `forbidden` when a reporter asks.
 */
export async function liveConditions(work: Work, { live }: TicketFilter): Promise<Condition[]> {
  if (live === undefined) return [];
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for what is to be answered. Leave live out.' });
  const environment = await readSetting(work, 'live_environment');
  return [{ form: 'live', values: { live: environment }, sql: ({ p }) => isShippedTo(p.live) }];
}

/** Tickets that are to be answered are open. No ticket has the empty word, which stands where no status is left. */
export function statusesWith({ live }: TicketFilter, statuses: TicketListing['statuses']): TicketListing['statuses'] {
  if (live === undefined) return statuses;
  const open = (statuses ?? STATUSES).filter((status) => status !== 'closed');
  return open.length > 0 ? open : ['' as Status];
}
