import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { Attachment, AttachmentPath, FilePath } from '#contract/attachments.ts';
import { FileQuery, IdPath, record } from '#contract/scalars.ts';
import { ATTACHABLE, byteRange, Failure, type FileStore, isCurrent, isRaster } from '#platform';
import { NoContent, NotModified, notJson, operation, type Routes, SANDBOX_POLICY } from '#platform/serving';
import type { TicketGate } from '../ticket-gate.ts';
import type { StoredAttachment } from './attachment-store.ts';
import { addAttachments, findAttachment, removeAttachment, viewAttachment } from './attachments.ts';
import type { AttachmentReceiver } from './receive-attachments.ts';

const TAG = 'Attachments';

const writes = { tag: TAG, access: 'signed-in', scope: 'write' } as const;

const adding = operation({
  ...writes,
  operationId: 'addAttachments',
  summary: 'Attach files to a ticket',
  params: IdPath,
  form: record({ attachments: Type.Array(Type.String({ format: 'binary' })) }),
  answers: { 201: Type.Array(Attachment) },
  refuses: [
    'too_many_requests',
    'forbidden',
    'ticket_not_found',
    'unsupported_file_type',
    'attachments_too_large',
    'quota_exceeded',
    'attachments_required',
  ],
});

const download = operation({
  operationId: 'downloadAttachment',
  summary: 'Download an attachment',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  params: FilePath,
  query: FileQuery,
  answers: { 206: notJson(ATTACHABLE) as unknown as TSchema, 304: NotModified },
  refuses: ['forbidden', 'invalid_filename', 'file_not_found', 'range_not_satisfiable'],
  produces: ATTACHABLE,
});

const removing = operation({
  ...writes,
  operationId: 'removeAttachment',
  summary: 'Remove an attachment: your own, or any of them for developers',
  params: AttachmentPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'file_not_found'],
});

export const attachmentRoutes =
  (receiver: AttachmentReceiver, store: FileStore, gate: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/tickets/:id/attachments', adding, async (request) => {
      const { id } = request.params;
      // Callers who may not attach are refused before their body is read.
      await request.read((work) => gate.findToSay(work, id));
      const files = await receiver.attachments(request);
      const all = await receiver.keepDuring(
        files,
        (stored) => request.write(async (work) => addAttachments(work, await gate.holdToSay(work, id), stored)),
        (attachments) => attachments.map(({ filename }) => filename),
      );
      return all.map(viewAttachment);
    });

    routes.delete('/api/tickets/:id/attachments/:attachmentId', removing, (request) => {
      const { id, attachmentId } = request.params;
      return request.write(async (work) => removeAttachment(work, await gate.holdToSay(work, id), attachmentId));
    });

    routes.get('/api/uploads/:filename', download, async (request, reply) => {
      const attachment = await request.read((work) => findAttachment(work, request.params.filename));
      return sendFile(request, reply, attachment, store);
    });
  };

async function sendFile(request: FastifyRequest, reply: FastifyReply, attachment: StoredAttachment, store: FileStore) {
  const { filename, size, mime_type: type, original_name: name } = attachment;
  const etag = `"${filename}"`;
  // A browser asks each time, so that what it has is shown to nobody who may not read it any more.
  const caching = { 'cache-control': 'private, no-cache', vary: 'Authorization', etag };
  if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).headers(caching).send();
  const range = byteRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new Failure('range_not_satisfiable');
  }
  const file = await store.open(filename, range ?? undefined);
  if (file === null) throw new Failure('file_not_found');
  // These headers come last: a refusal has none of them.
  reply.headers({
    'content-type': type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type,
    'content-disposition': contentDisposition(name, { type: isRaster(type) ? 'inline' : 'attachment' }),
    'content-security-policy': SANDBOX_POLICY,
    'accept-ranges': 'bytes',
    ...caching,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return reply.send(file.stream);
}
