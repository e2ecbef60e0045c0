import type { Attachment } from '../../contract/attachments.ts';
import type { StoredAttachment } from './attachment-store.ts';

export const viewAttachment = ({ sha256: _, ...attachment }: StoredAttachment): Attachment => ({
  ...attachment,
  is_internal: attachment.is_internal === 1,
  // Of one piece: of an answer with a text that is joined of others V8 writes all in its slow way.
  url: ['/api/uploads/', attachment.filename].join(''),
});
