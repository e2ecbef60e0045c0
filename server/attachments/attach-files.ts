import type { Work } from '../work.ts';
import { permitStorage } from './permit-storage.ts';

/** A file that the file store already keeps durably, with what its row says. */
export interface KeptAttachment {
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

/** What files are attached to: a ticket itself, or a comment on it. */
export interface AttachedTo {
  readonly ticketId: string;
  readonly commentId: string | null;
  /** Whether only developers see them. */
  readonly isInternal: boolean;
}

/** What files of a ticket's own are attached to. */
export const ticketItself = (ticketId: string): AttachedTo => ({ ticketId, commentId: null, isInternal: false });

/**
 * Attaches kept files to a ticket that the caller holds and may open, or to a comment on it.
 *
 * @throws Failure `quota_exceeded`.
 */
export async function attachFiles(work: Work, to: AttachedTo, files: readonly KeptAttachment[]): Promise<void> {
  if (files.length === 0) return;
  await permitStorage(
    work,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  for (const file of files) {
    await work.attachments.add({
      id: work.newId(),
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
    });
  }
}
