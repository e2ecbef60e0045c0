import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { FilePath } from '#contract/attachments.ts';
import type { FailureCode } from '#contract/errors.ts';
import type { OperationId } from '#contract/operation-ids.ts';
import { PICTURE_BYTES, PICTURE_SIDE, PICTURE_TYPES, type PictureType } from '#contract/picture-words.ts';
import { pictureForm } from '#contract/pictures.ts';
import { FileQuery } from '#contract/scalars.ts';
import { Settings } from '#contract/settings.ts';
import type { Tag } from '#contract/tags.ts';
import { User } from '#contract/users.ts';
import type { TokenScope } from '#contract/words.ts';
import {
  type Actor,
  Failure,
  invalidField,
  type Replacement,
  type Runner,
  receiveFiles,
  type SettingsSource,
  type StoredPicture,
  sniffImage,
  type Work,
} from '#platform';
import { NoContent, NotModified, operation, type Routes } from '#platform/serving';
import { changeLogo, findLogo } from '#settings';
import { changeAvatar, findAvatar, viewUser } from '../users/users.ts';
import type { PictureSender, PictureStore, ShownPicture } from './picture-sender.ts';

/** The answer of a change: the owner, as a view, with the picture that it has now. */
interface Changed<O extends TSchema> extends Replacement {
  readonly owner: Static<O>;
}

/**
 * A kind of picture: who may give it to whom, at which addresses, and which operations do it. `P` are the parameters of
 * the address at which it changes, `S` of the one at which it is shown, `O` is the owner as it is answered.
 */
export interface PictureKind<P extends TSchema, S extends TSchema, O extends TSchema> {
  /** The part of the form that carries the picture. */
  readonly part: string;
  readonly tag: Tag;
  /** The right to change it. Anyone may see it, unless `find` refuses them. */
  readonly access: 'signed-in' | 'developer';
  readonly scope: TokenScope;
  /** POST puts a picture there, DELETE removes it. */
  readonly changedAt: { readonly path: string; readonly params?: P };
  /** GET shows it. `isVersioned`: the address that Kwit gives out ends in `?v=…`. */
  readonly shownAt: { readonly path: string; readonly params?: S; readonly isVersioned: boolean };
  readonly ids: { readonly put: OperationId; readonly show: OperationId; readonly remove: OperationId };
  readonly summaries: { readonly put: string; readonly show: string; readonly remove: string };
  /** The refusals of an address that names no owner. */
  readonly refuses: readonly FailureCode[];
  readonly owner: O;
  /** Refuses an address that names no owner, or whom it is not for, before a body is read for it. */
  readonly permit?: (work: Work, params: Static<P>) => Promise<void>;
  /** Gives the owner this picture, or none. */
  change(work: Work, params: Static<P>, picture: StoredPicture | null): Promise<Changed<O>>;
  /** @throws Failure `file_not_found`, or a refusal of `refuses`. */
  find(work: Work<Actor>, params: Static<S>): Promise<ShownPicture>;
}

/** Checks a description against its own schemas. */
export const pictureKind = <P extends TSchema, S extends TSchema, O extends TSchema>(kind: PictureKind<P, S, O>) =>
  kind;

/** A picture whose content and size Kwit has checked. */
export interface ReceivedPicture {
  readonly bytes: Buffer;
  readonly type: PictureType;
}

/**
 * Reads the one picture of a form, in the part of that name (docs/rules/files.md#pictures).
 *
 * @throws Failure `unsupported_media_type`, `validation_error`, `file_too_large`, `unsupported_file_type`.
 */
export async function receivePicture(request: FastifyRequest, part: string): Promise<ReceivedPicture> {
  const allowed = { fileField: part, maxFiles: 1, maxBytes: PICTURE_BYTES, tooLarge: 'file_too_large' } as const;
  const [file] = await receiveFiles(request, allowed);
  if (file === undefined) throw invalidField(part, 'required', `Send a picture as a file in the part "${part}".`);
  const image = await sniffImage(file.bytes);
  if (image === null) throw new Failure('unsupported_file_type', { message: 'Send a PNG, JPEG or WebP picture.' });
  if (image.width > PICTURE_SIDE || image.height > PICTURE_SIDE) throw new Failure('file_too_large');
  return { bytes: file.bytes, type: image.mime };
}

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
  const { permit } = kind;
  // Parameters that the schema of the address has let through.
  const changed = (request: FastifyRequest) => request.params as Static<P>;
  const shown = (request: FastifyRequest) => request.params as Static<S>;

  routes.post(kind.changedAt.path, putting, async (request) => {
    if (permit) await request.read((work) => permit(work, changed(request)));
    const picture = await receivePicture(request, kind.part);
    const change = (stored: StoredPicture) => request.write((work) => kind.change(work, changed(request), stored));
    return (await pictures.keeping(picture, change)).owner;
  });

  routes.get(kind.shownAt.path, showing, async (request, reply) => {
    const picture = await runner.read(request.visitor, (work) => kind.find(work, shown(request)));
    return sender.send(request, reply, picture, kind.shownAt.isVersioned ? 'briefly' : 'always');
  });

  routes.delete(kind.changedAt.path, removing, (request) =>
    pictures.replacing(() => request.write((work) => kind.change(work, changed(request), null))),
  );
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
      knowsCallers: true,
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

/** A person's picture, which they give themselves. Its address names the file. */
export const avatar = pictureKind({
  part: 'avatar',
  tag: 'Sign-in',
  access: 'signed-in',
  scope: 'write',
  changedAt: { path: '/api/auth/me/avatar' },
  shownAt: { path: '/api/auth/avatar/:filename', params: FilePath, isVersioned: false },
  ids: { put: 'putAvatar', show: 'getAvatar', remove: 'removeAvatar' },
  summaries: {
    put: 'Give yourself an avatar, in the place of the one before',
    show: 'Show an avatar; its address changes with it',
    remove: 'Remove your avatar',
  },
  refuses: [],
  owner: User,
  async change(work, _, picture) {
    const { user, replaced } = await changeAvatar(work, picture);
    return { owner: viewUser(user), replaced };
  },
  find: (work, { filename }) => findAvatar(work, filename),
});

const path = '/api/settings/logo';

/** The picture of the team that runs this Kwit: one of its settings. */
export const logo = (source: SettingsSource) =>
  pictureKind({
    part: 'logo',
    tag: 'Settings',
    access: 'developer',
    scope: 'admin',
    changedAt: { path },
    shownAt: { path, isVersioned: true },
    ids: { put: 'putLogo', show: 'getLogo', remove: 'removeLogo' },
    summaries: {
      put: 'Give Kwit the logo of the team, in the place of the one before',
      show: 'Show the logo',
      remove: 'Remove the logo',
    },
    refuses: [],
    owner: Settings,
    async change(work, _, picture) {
      const { settings, replaced } = await changeLogo(work, source, picture);
      return { owner: settings, replaced };
    },
    find: findLogo,
  });
