import type { Person } from '../actor.ts';
import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { mayReadAttachment } from '../visibility.ts';
import type { Work } from '../work.ts';
import type { StoredAttachment } from './attachment-store.ts';

/**
 * Removes an attachment's row (docs/rules/files.md#removing). The history keeps its name. Of an internal one, reporters
 * get neither that nor the event.
 *
 * @returns the stored names of the files that no row names now.
 * @throws Failure `ticket_not_found`, `forbidden`, `file_not_found`.
 */
export async function removeAttachment(work: Work, ticketId: string, attachmentId: string): Promise<string[]> {
  const ticket = await holdTicket(work, ticketId);
  const attachment = await work.attachments.find(attachmentId);
  if (attachment?.ticket_id !== ticketId || !mayReadAttachment(work.actor, attachment))
    throw new Failure('file_not_found');
  permitRemoving(work.actor, attachment);
  const isInternal = attachment.is_internal === 1;
  await work.attachments.remove(attachmentId);
  await work.history.addRemovedFile(work, ticketId, { name: attachment.original_name, isInternal });
  if (!isInternal) await work.tickets.touch(ticketId, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: [isInternal ? 'internal_attachments' : 'attachments'] });
  return [attachment.filename];
}

function permitRemoving(person: Person, { uploaded_by }: StoredAttachment): void {
  if (uploaded_by === person.id || person.role === 'developer') return;
  throw new Failure('forbidden', {
    message: 'Somebody else uploaded this file. Ask them or a developer to remove it.',
  });
}
