import { PICTURE_TYPES, PictureVersion, pictureForm } from '../../contract/pictures.ts'
import { Settings } from '../../contract/settings.ts'
import { NoContent, NotModified, operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { PictureParts } from '../pictures/picture-sender.ts'
import { receivePicture } from '../pictures/receive-picture.ts'
import { changeLogo } from './change-logo.ts'
import type { SettingsSource } from './effective-settings.ts'
import { findLogo } from './find-logo.ts'

const tag = 'Settings'

const uploading = operation({
  summary: 'Give Kwit the logo of the team, in the place of the one before',
  tag,
  access: 'developer',
  form: pictureForm('logo'),
  answers: { 200: Settings },
  refuses: ['too_many_requests', 'file_too_large', 'unsupported_file_type'],
})

const showing = operation({
  summary: 'Show the logo',
  tag,
  access: 'public',
  query: PictureVersion,
  answers: { 304: NotModified },
  refuses: ['file_not_found'],
  produces: PICTURE_TYPES,
})

const removing = operation({
  summary: 'Remove the logo',
  tag,
  access: 'developer',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
})

export const logoRoutes =
  ({ runner, keeper, sender }: PictureParts, source: SettingsSource) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/settings/logo', uploading, async (request) => {
      const picture = await receivePicture(request, 'logo')
      const { settings } = await keeper.keeping(picture, (kept) =>
        request.write((work) => changeLogo(work, source, kept)),
      )
      return settings
    })

    routes.get('/api/settings/logo', showing, async (request, reply) => {
      const logo = await runner.read(request.nobody, findLogo)
      return sender.send(request, reply, logo, 'briefly')
    })

    routes.delete('/api/settings/logo', removing, async (request, reply) => {
      await keeper.replacing(() => request.write((work) => changeLogo(work, source, null)))
      reply.code(204)
    })
  }
