import { type Static, Type } from 'typebox';
import { mergedFrom } from './merging.ts';
import { actId, Id, Instant, nullable, record } from './scalars.ts';

export const Attachment = record({
  id: Id,
  ticket_id: Id,
  comment_id: nullable({ ...Id, description: "The comment that it came with; null for one of the ticket's own." }),
  is_internal: Type.Boolean({ description: 'Only developers see it: its comment is internal.' }),
  filename: Type.String({ description: 'The random name under which it is kept.' }),
  original_name: Type.String({ description: 'The name it was sent with.' }),
  mime_type: Type.String(),
  size: Type.Integer({ description: 'Bytes.' }),
  width: nullable(
    Type.Integer({ minimum: 1, description: 'Pixels, as a raster image is shown; null for other files.' }),
  ),
  height: nullable(Type.Integer({ minimum: 1, description: 'As `width`.' })),
  uploaded_by: nullable(Id),
  created_at: Instant,
  url: Type.String({ examples: ['/api/uploads/3f0c…'] }),
  merged_from: mergedFrom,
  act_id: actId,
});
export type Attachment = Static<typeof Attachment>;

/** GET /api/uploads/:filename and its kind: names are 32 hexadecimal digits, without an extension. */
export const FilePath = record({ filename: Type.String({ minLength: 1, maxLength: 200 }) });

/** DELETE /api/tickets/:id/attachments/:attachmentId. */
export const AttachmentPath = record({ id: Id, attachmentId: Id });
