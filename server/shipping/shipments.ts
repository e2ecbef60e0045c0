import { mentionReader } from '#contract/mentions.ts';
import type { MentionedTicket, ShipmentDraft, ShipmentResult } from '#contract/shipping.ts';
import { recordEvent } from '#events';
import { invalidField, momentAt, pick, type SettingsSource, type Work } from '#platform';
import { readSettings } from '#settings';
import { ShipmentStore } from './shipment-store.ts';
import type { TicketAtWork, TicketsAtWork } from './tickets-at-work.ts';

/** The state of each number in an answer. A number without a ticket and a number of other people's look the same. */
export const stateOfEach = (numbers: readonly number[], linked: ReadonlyMap<number, TicketAtWork>): MentionedTicket[] =>
  numbers.map((number) => ({ number, state: linked.has(number) ? 'linked' : 'unknown' }));

/** The tickets, each once, in the order in which transactions lock them. */
export const inOrderOfNumbers = (linked: ReadonlyMap<number, TicketAtWork>): TicketAtWork[] =>
  [...new Map([...linked.values()].map((ticket) => [ticket.id, ticket])).values()].sort((a, b) => a.number - b.number);

/**
 * Records that a version is in an environment, for each ticket that its commits name (docs/rules/shipping.md#shipments).
 * It changes nothing else of a ticket.
 *
 * @throws Failure `validation_error` for a moment to come.
 */
export async function recordShipment(
  work: Work,
  source: SettingsSource,
  tickets: TicketsAtWork,
  { commits, at, ...shipment }: ShipmentDraft,
): Promise<ShipmentResult> {
  const shippedAt = momentAt('at', at) ?? work.now;
  if (shippedAt > work.now) throw invalidField('at', 'maximum', 'Send the moment when it got there, or leave at out.');
  const settings = await readSettings(work, source);
  const mentionsIn = mentionReader(settings.app_url);
  const numbers = [...new Set(commits.flatMap(({ message }) => mentionsIn(message)))].sort((a, b) => a - b);
  const linked = await tickets.byNumbers(work, work.actor, numbers);
  const isLive = shipment.environment === settings.live_environment;
  const internalsOf = async ({ id }: TicketAtWork) => {
    const askers = isLive && settings.tell_when_live ? await tickets.liveNews(work, id, shipment.environment) : [];
    return { shown: isLive, ...(askers.length === 0 ? {} : { told: askers }) };
  };
  let added = 0;
  for (const ticket of inOrderOfNumbers(linked)) {
    const row = { id: work.newId(), ticket_id: ticket.id, shipped_at: shippedAt, recorded_by: work.actor.id };
    if (!(await work.of(ShipmentStore).add({ ...row, ...pick(shipment, 'repository', 'environment', 'version') })))
      continue;
    const { environment, version } = shipment;
    work.lines.push({ ticketId: ticket.id, field: 'live', new: { environment, version }, isUndoable: false });
    const internal = await internalsOf(ticket);
    await recordEvent(work, ticket, 'ticket.shipped', { ...shipment, at: shippedAt, internal });
    added += 1;
  }
  return { tickets: stateOfEach(numbers, linked), new: added };
}
