import type { Attachment } from '../../contract/attachments.ts'
import type { AttachmentTable } from '../database/tables/tickets.ts'

export const viewAttachment = ({ sha256: _, ...attachment }: AttachmentTable): Attachment => ({
  ...attachment,
  url: `/api/uploads/${attachment.filename}`,
})
