import type { AttachmentTable } from '../database/tables/tickets.ts'
import { recordEvent } from '../events/record-event.ts'
import { holdTicket } from '../ticket-access/find-ticket.ts'
import type { Work } from '../work.ts'
import { attachFiles, type KeptAttachment } from './attach-files.ts'

/**
 * Hangs kept files on a ticket, and answers all of its attachments. Everyone who reads the ticket sees them, so the ticket
 * moves up; its own fields stay as they are.
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
