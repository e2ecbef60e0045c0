import { recordEvent } from '../events/record-event.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { attachFiles, type KeptAttachment, ticketItself } from './attach-files.ts';
import type { StoredAttachment } from './attachment-store.ts';

/**
 * Attaches kept files to a ticket itself and answers all of its attachments that the caller may see. Every reader of the ticket sees them, so its
 * `updated_at` is set; its fields and version stay.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function addAttachments(
  work: Work,
  ticketId: string,
  files: readonly KeptAttachment[],
): Promise<StoredAttachment[]> {
  const ticket = await holdTicket(work, ticketId);
  await attachFiles(work, ticketItself(ticketId), files);
  await work.tickets.touch(ticketId, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['attachments'] });
  return work.attachments.onTicket(ticketId, readsInternals(work.actor));
}
