import { readsInternals, standing } from '#access';
import type { TicketTelling } from '#contract/tellings.ts';
import { EVENT_NAMES, type EventName, type TellingReason, type TellingState } from '#contract/words.ts';
import { findUsers } from '#people';
import { DAY, shifted, type Work } from '#platform';
import { readSetting } from '#settings';
import { findTicket } from '#tickets';
import { listStoredWebhooks } from '../webhooks/webhook-store.ts';
import { isOfOthers, webhookOf } from '../webhooks/webhooks.ts';
import { type TellingRow, TellingStore } from './telling-store.ts';

/** After every identifier, for the first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The receipts of a ticket, newest first (docs/rules/notices.md#receipts). People who work on it read every receipt, others their own.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function listTellings(
  work: Work,
  id: string,
  page: { readonly before: string | null; readonly limit: number },
): Promise<TicketTelling[]> {
  const ticket = await findTicket(work, id);
  const own = standing(work.actor, ticket);
  const days = await readSetting(work, 'tellings_days');
  const rows = await work.of(TellingStore).list({
    ...{
      ticket: id,
      person: own === 'worker' ? null : work.actor.id,
      withInternals: readsInternals(own),
      reporter: ticket.reporter_id,
    },
    ...{ since: shifted(work.now, -days * DAY), before: page.before ?? LAST, limit: page.limit },
  });
  const people = await findUsers(work, [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]);
  const names = new Map(people.map((person) => [person.id, person.name]));
  const hosts = await hostsSeen(work, rows);
  return rows.flatMap((row) => {
    if (!isEventName(row.event_name)) return [];
    const name = row.user_id === null ? undefined : names.get(row.user_id);
    const webhook = isOfWebhook(row) ? webhookOf(row.channel) : null;
    const host = webhook === null ? undefined : hosts.get(webhook);
    return {
      id: row.id,
      person: name === undefined || row.user_id === null ? null : { id: row.user_id, name },
      webhook: host === undefined || webhook === null ? null : { id: webhook, host },
      channel: null,
      kind: webhook === null ? (row.channel as 'inbox' | 'mail') : 'webhook',
      of: row.event_name,
      why: row.why ?? reasonOf(row, ticket),
      made_at: row.created_at,
      read_at: row.read_at,
      ...outcome(row),
    };
  });
}

const isOfWebhook = ({ channel }: TellingRow): boolean => channel.startsWith('webhook:');
const isEventName = (name: string | null): name is EventName =>
  (EVENT_NAMES as readonly (string | null)[]).includes(name);

/** Hosts of the webhooks that the caller may know. */
async function hostsSeen(work: Work, rows: readonly TellingRow[]): Promise<ReadonlyMap<string, string>> {
  if (!rows.some(isOfWebhook)) return new Map();
  const seen = (await listStoredWebhooks(work)).filter((webhook) => !isOfOthers(webhook, work.actor));
  return new Map(seen.map(({ id, url }) => [id, new URL(url).host]));
}

/** The reason of what older versions told, which did not keep it. */
function reasonOf({ user_id }: TellingRow, ticket: { reporter_id: string; assignee_id: string | null }): TellingReason {
  if (user_id === null) return 'subscribed';
  if (user_id === ticket.reporter_id) return 'reporter';
  return user_id === ticket.assignee_id ? 'assignee' : 'follower';
}

/** Pure: what became of it, and when. */
export function outcome(row: TellingRow): Pick<TicketTelling, 'state' | 'not_sent_because' | 'server_said' | 'at'> {
  const state = stateOf(row);
  const status = row.response_status === null ? null : String(row.response_status);
  return {
    state,
    not_sent_because: state === 'not_sent' ? row.not_sent_because : null,
    server_said: row.server_said ?? status,
    at: (state === 'bounced' ? row.bounced_at : row.delivered_at) ?? row.updated_at,
  };
}

function stateOf(row: TellingRow): TellingState {
  if (row.bounced_at !== null) return 'bounced';
  if (row.not_sent_because !== null) return 'not_sent';
  if (row.status === 'failed') return 'failed';
  if (row.status !== 'delivered') return 'waiting';
  if (row.delivered_at === null) return 'not_sent';
  return isOfWebhook(row) || row.server_said !== null ? 'accepted' : 'sent';
}
