import type { Attachment } from '../../contract/attachments.ts'
import type { StoredAttachment } from './attachment-store.ts'

export const viewAttachment = ({ sha256: _, ...attachment }: StoredAttachment): Attachment => ({
  ...attachment,
  is_internal: attachment.is_internal === 1,
  url: `/api/uploads/${attachment.filename}`,
})
