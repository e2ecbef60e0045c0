import type { Work } from '../work.ts'

/** A file that the file store already keeps durably, with what its row says. */
export interface KeptAttachment {
  readonly filename: string
  readonly originalName: string
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** Attaches kept files to a ticket that the caller holds and may open. */
export async function attachFiles(work: Work, ticketId: string, files: readonly KeptAttachment[]): Promise<void> {
  for (const file of files) {
    await work.attachments.add({
      id: work.newId(),
      ticket_id: ticketId,
      filename: file.filename,
      original_name: file.originalName,
      mime_type: file.mimeType,
      size: file.size,
      sha256: file.sha256,
      uploaded_by: work.actor.id,
      created_at: work.now,
    })
  }
}
