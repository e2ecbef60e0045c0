import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, record } from './scalars.ts'

export { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from './words.ts'

export const Attachment = record({
  id: Id,
  ticket_id: Id,
  filename: Type.String({ description: 'The random name under which it is kept.' }),
  original_name: Type.String({ description: 'The name it was sent with.' }),
  mime_type: Type.String(),
  size: Type.Integer({ description: 'Bytes.' }),
  uploaded_by: nullable(Id),
  created_at: Instant,
  url: Type.String({ examples: ['/api/uploads/3f0c…'] }),
})
export type Attachment = Static<typeof Attachment>

/** GET /api/uploads/:filename and its kind: names are 32 hexadecimal digits, without an extension. */
export const FilePath = record({ filename: Type.String({ minLength: 1, maxLength: 200 }) })
