import { isConcealed, mayRead, permitOpening, readsInternals, standing } from '#access';
import type { Attachment } from '#contract/attachments.ts';
import { recordEvent, recordRemovedFile, removeRows, restoreRows } from '#events';
import { Failure, isFileName, mailboxOf, type Work } from '#platform';
import { readSetting } from '#settings';
import type { OpenTicket } from '../ticket-gate.ts';
import { SaidStore } from '../ticket-store.ts';
import { AttachmentStore, type StoredAttachment } from './attachment-store.ts';

const MB = 1024 * 1024;

/**
 * Permits somebody to keep so many more bytes (docs/rules/files.md#storage-of-a-person). The lock holds until the
 * transaction ends, so that two uploads at once do not both find the same room.
 *
 * @throws Failure `quota_exceeded`.
 */
export async function permitStorage(work: Work, bytes: number): Promise<void> {
  const most = await readSetting(work, 'storage_per_person_mb');
  if (most === null) return;
  const mailbox = mailboxOf(work.actor.email);
  await work.lock(`storage ${mailbox}`);
  const used = await work.of(AttachmentStore).bytesOf(mailbox);
  if (used + bytes <= most * MB) return;
  const left = Math.max(0, most - Math.ceil(used / MB));
  throw new Failure('quota_exceeded', {
    message: `Your files may take up ${most} MB, and ${left} MB are left; remove some, or send less.`,
  });
}

/** A file that the file store already keeps durably, with what its row says. */
export interface NewAttachment {
  readonly filename: string;
  readonly originalName: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Pixels, as a raster image is shown; null for other files. */
  readonly width: number | null;
  readonly height: number | null;
}

/** A ticket, or a comment on it, to which files are attached. */
export interface AttachedTo {
  readonly ticketId: string;
  readonly commentId: string | null;
  /** Whether only developers see them. */
  readonly isInternal: boolean;
}

export const ticketItself = (ticketId: string): AttachedTo => ({ ticketId, commentId: null, isInternal: false });

/**
 * Attaches kept files to a ticket that the caller holds and may open, or to a comment on it.
 *
 * @throws Failure `quota_exceeded`.
 */
export async function attachFiles(work: Work, to: AttachedTo, files: readonly NewAttachment[]): Promise<void> {
  if (files.length === 0) return;
  await permitStorage(
    work,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  for (const file of files) {
    const id = work.newId();
    work.lines.push({
      ticketId: to.ticketId,
      thing: { type: 'attachment', id },
      field: 'attachment',
      isInternal: to.isInternal,
      isUndoable: false,
    });
    await work.of(AttachmentStore).add({
      id,
      ticket_id: to.ticketId,
      comment_id: to.commentId,
      is_internal: to.isInternal,
      filename: file.filename,
      original_name: file.originalName,
      mime_type: file.mimeType,
      size: file.size,
      sha256: file.sha256,
      width: file.width,
      height: file.height,
      uploaded_by: work.actor.id,
      created_at: work.now,
      act_id: work.actId,
    });
  }
}

/**
 * Attaches kept files to a ticket itself and answers all of its attachments that the caller may see. Every reader of the ticket sees them, so its
 * `updated_at` is set; its fields and version stay.
 *
 * @param ticket which the caller holds.
 * @throws Failure `quota_exceeded`.
 */
export async function addAttachments(
  work: Work,
  ticket: OpenTicket,
  files: readonly NewAttachment[],
): Promise<StoredAttachment[]> {
  await attachFiles(work, ticketItself(ticket.id), files);
  await work.of(SaidStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['attachments'] });
  return work.of(AttachmentStore).onTicket(ticket.id, readsInternals(standing(work.actor, ticket)));
}

export const viewAttachment = ({
  sha256: _,
  merged_from_id: __,
  act_id: ___,
  ...attachment
}: StoredAttachment): Attachment => ({
  ...attachment,
  mime_type: attachment.mime_type.replace(/;.*/, ''),
  is_internal: attachment.is_internal === 1,
  url: `/api/uploads/${attachment.filename}`,
});

/** The characters in the name of a stored file, in every kind of store. */
const POSSIBLE = /^[A-Za-z0-9._-]+$/;

/**
 * Finds an attachment by its stored name when the caller may have it.
 *
 * @throws Failure `invalid_filename`, `file_not_found`, `forbidden`.
 */
export async function findAttachment(work: Work, filename: string): Promise<StoredAttachment> {
  if (!POSSIBLE.test(filename)) throw new Failure('invalid_filename');
  const attachment = isFileName(filename) ? await work.of(AttachmentStore).byFilename({ filename }) : undefined;
  if (attachment === undefined) throw new Failure('file_not_found');
  const own = standing(work.actor, attachment);
  if (own === 'none' && isConcealed(work.actor, attachment)) throw new Failure('file_not_found');
  permitOpening(work.actor, attachment);
  if (!mayRead(own, attachment)) throw new Failure('forbidden', { message: 'Only developers may have this file.' });
  return attachment;
}

/**
 * Removes an attachment so that an undo brings it back (docs/rules/files.md#removing). The history keeps its name. About an
 * internal one, reporters get neither that nor the event.
 *
 * @param ticket which the caller holds.
 * @throws Failure `forbidden`, `file_not_found`.
 */
export async function removeAttachment(work: Work, ticket: OpenTicket, attachmentId: string): Promise<void> {
  const attachment = await work.of(AttachmentStore).find(attachmentId);
  permitRemoving(work, ticket, attachment);
  const personId = attachment.uploaded_by;
  await removeRows(work, { ...attachedLine(attachment), personId }, { attachments: 'id' });
  await tellOfFile(work, ticket, attachment);
}

/**
 * Brings a file back that an act removed.
 *
 * @param ticket which the caller holds.
 * @throws Failure `forbidden`, `file_not_found`; `not_found` where it came with a comment that is gone.
 */
export async function restoreAttachment(work: Work, ticket: OpenTicket, id: string): Promise<void> {
  const rows = await restoreRows(work, id, ({ attachments: [own] = [] }) => permitRemoving(work, ticket, own));
  const [attachment] = rows.attachments as [StoredAttachment];
  work.lines.push({ ...attachedLine(attachment), new: true });
  await tellOfFile(work, ticket, attachment, true);
}

function permitRemoving(
  { actor }: Work,
  ticket: OpenTicket,
  attachment: StoredAttachment | undefined,
): asserts attachment is StoredAttachment {
  const own = standing(actor, ticket);
  if (attachment?.ticket_id !== ticket.id || !mayRead(own, attachment)) throw new Failure('file_not_found');
  if (own !== 'worker' && attachment.uploaded_by !== actor.id)
    throw new Failure('forbidden', {
      message: 'Somebody else uploaded this file. Ask them or a developer to remove it.',
    });
}

const attachedLine = ({ id, ticket_id, is_internal }: Pick<StoredAttachment, 'id' | 'ticket_id' | 'is_internal'>) => ({
  ticketId: ticket_id,
  thing: { type: 'attachment', id },
  field: 'attachment',
  isInternal: is_internal === 1,
});

async function tellOfFile(work: Work, ticket: OpenTicket, { is_internal, ...file }: StoredAttachment, isBack = false) {
  const isInternal = is_internal === 1;
  await recordRemovedFile(work, ticket.id, { name: file.original_name, isInternal, isBack });
  if (!isInternal) await work.of(SaidStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: [isInternal ? 'internal_attachments' : 'attachments'] });
}
