import type { AttachmentTable } from '../database/tables/tickets.ts'
import { holdTicket } from '../tickets/find-ticket.ts'
import type { Work } from '../work.ts'
import { attachFiles, type KeptAttachment } from './attach-files.ts'

/** Hangs kept files on a ticket, and answers all of its attachments. @throws Failure `ticket_not_found`, `forbidden`. */
export async function addAttachments(
  work: Work,
  ticketId: string,
  files: readonly KeptAttachment[],
): Promise<AttachmentTable[]> {
  await holdTicket(work, ticketId)
  await attachFiles(work, ticketId, files)
  await work.tickets.touch(ticketId, work.now)
  return work.attachments.onTicket(ticketId)
}
