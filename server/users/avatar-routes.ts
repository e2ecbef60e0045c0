import { FilePath } from '../../contract/attachments.ts'
import { PICTURE_TYPES, pictureForm } from '../../contract/pictures.ts'
import { User } from '../../contract/users.ts'
import { NoContent, NotModified, operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { PictureParts } from '../pictures/picture-sender.ts'
import { receivePicture } from '../pictures/receive-picture.ts'
import { changeAvatar } from './change-avatar.ts'
import { findAvatar } from './find-avatar.ts'
import { viewUser } from './user-view.ts'

const tag = 'Sign-in'

const uploading = operation({
  summary: 'Give yourself an avatar, in the place of the one before',
  tag,
  access: 'signed-in',
  form: pictureForm('avatar'),
  answers: { 200: User },
  refuses: ['too_many_requests', 'file_too_large', 'unsupported_file_type'],
})

const showing = operation({
  summary: 'Show an avatar; its address changes with it',
  tag,
  access: 'public',
  params: FilePath,
  answers: { 304: NotModified },
  refuses: ['file_not_found'],
  produces: PICTURE_TYPES,
})

const removing = operation({
  summary: 'Remove your avatar',
  tag,
  access: 'signed-in',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
})

export const avatarRoutes =
  ({ runner, keeper, sender }: PictureParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/me/avatar', uploading, async (request) => {
      const picture = await receivePicture(request, 'avatar')
      const { user } = await keeper.keeping(picture, (kept) => request.write((work) => changeAvatar(work, kept)))
      return viewUser(user)
    })

    routes.get('/api/auth/avatar/:filename', showing, async (request, reply) => {
      const avatar = await runner.read(request.nobody, (work) => findAvatar(work, request.params.filename))
      return sender.send(request, reply, avatar, 'always')
    })

    routes.delete('/api/auth/me/avatar', removing, async (request, reply) => {
      await keeper.replacing(() => request.write((work) => changeAvatar(work, null)))
      reply.code(204)
    })
  }
