import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { PICTURE_TYPES, pictureForm } from '../../contract/pictures.ts';
import { FileQuery } from '../../contract/scalars.ts';
import type { StoredPicture } from '../files/picture.ts';
import { NoContent, NotModified, operation } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import type { Runner } from '../work.ts';
import type { PictureKind } from './picture-kind.ts';
import type { PictureSender } from './picture-sender.ts';
import type { PictureStore } from './picture-store.ts';
import { receivePicture } from './receive-picture.ts';

export interface PictureParts {
  readonly runner: Runner;
  readonly pictures: PictureStore;
  readonly sender: PictureSender;
}

/** The three routes of one kind of picture: it is received, shown and removed. */
export function pictureRoutes<P extends TSchema, S extends TSchema, O extends TSchema>(
  routes: Routes,
  kind: PictureKind<P, S, O>,
  { runner, pictures, sender }: PictureParts,
): void {
  const { putting, showing, removing } = operationsOf(kind);
  const { refuseUnknown } = kind;
  // What the schema of the address has let through.
  const changed = (request: FastifyRequest) => request.params as Static<P>;
  const shown = (request: FastifyRequest) => request.params as Static<S>;

  routes.post(kind.changedAt.path, putting, async (request) => {
    if (refuseUnknown) await request.read((work) => refuseUnknown(work, changed(request)));
    const picture = await receivePicture(request, kind.part);
    const change = (kept: StoredPicture) => request.write((work) => kind.change(work, changed(request), kept));
    return (await pictures.keeping(picture, change)).owner;
  });

  routes.get(kind.shownAt.path, showing, async (request, reply) => {
    const picture = await runner.read(request.anonymous, (work) => kind.find(work, shown(request)));
    return sender.send(request, reply, picture, kind.shownAt.isVersioned ? 'briefly' : 'always');
  });

  routes.delete(kind.changedAt.path, removing, async (request, reply) => {
    await pictures.replacing(() => request.write((work) => kind.change(work, changed(request), null)));
    reply.code(204);
  });
}

function operationsOf<P extends TSchema, S extends TSchema, O extends TSchema>(kind: PictureKind<P, S, O>) {
  const { part, tag, access, scope, changedAt, shownAt, ids, summaries, refuses } = kind;
  const change = { tag, access, scope, ...(changedAt.params && { params: changedAt.params }) };
  return {
    putting: operation({
      ...change,
      operationId: ids.put,
      summary: summaries.put,
      form: pictureForm(part),
      answers: { 200: kind.owner },
      refuses: ['too_many_requests', ...refuses, 'file_too_large', 'unsupported_file_type'],
    }),
    showing: operation({
      operationId: ids.show,
      summary: summaries.show,
      tag,
      access: 'public',
      ...(shownAt.params && { params: shownAt.params }),
      query: FileQuery,
      answers: { 304: NotModified },
      refuses: [...refuses, 'file_not_found'],
      produces: PICTURE_TYPES,
    }),
    removing: operation({
      ...change,
      operationId: ids.remove,
      summary: summaries.remove,
      answers: { 204: NoContent },
      refuses: ['too_many_requests', ...refuses],
    }),
  };
}
