import type { AttachmentTable } from '../database/tables/tickets.ts'
import { recordEvent } from '../events/record-event.ts'
import { holdTicket } from '../ticket-access/find-ticket.ts'
import type { Work } from '../work.ts'
import { attachFiles, type KeptAttachment } from './attach-files.ts'

/**
 * Attaches kept files to a ticket and answers all of its attachments. Every reader of the ticket sees them, so its
 * `updated_at` is set; its fields and version stay.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function addAttachments(
  work: Work,
  ticketId: string,
  files: readonly KeptAttachment[],
): Promise<AttachmentTable[]> {
  const ticket = await holdTicket(work, ticketId)
  await attachFiles(work, ticketId, files)
  await work.tickets.touch(ticketId, work.now)
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['attachments'] })
  return work.attachments.onTicket(ticketId)
}
