import { PICTURE_TYPES, PictureVersion, pictureForm } from '../../contract/pictures.ts'
import { Project } from '../../contract/projects.ts'
import { IdPath } from '../../contract/scalars.ts'
import { NoContent, NotModified, operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { PictureParts } from '../pictures/picture-sender.ts'
import { receivePicture } from '../pictures/receive-picture.ts'
import { changeIcon } from './change-icon.ts'
import { findIcon, findProject } from './find-project.ts'
import { viewProject } from './project-view.ts'

const tag = 'Projects'
const params = IdPath

const uploading = operation({
  summary: 'Give a project an icon, in the place of the one before',
  tag,
  access: 'developer',
  params,
  form: pictureForm('icon'),
  answers: { 200: Project },
  refuses: ['too_many_requests', 'project_not_found', 'file_too_large', 'unsupported_file_type'],
})

const showing = operation({
  summary: "Show a project's icon",
  tag,
  access: 'public',
  params,
  query: PictureVersion,
  answers: { 304: NotModified },
  refuses: ['project_not_found', 'file_not_found'],
  produces: PICTURE_TYPES,
})

const removing = operation({
  summary: "Remove a project's icon",
  tag,
  access: 'developer',
  params,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'project_not_found'],
})

export const iconRoutes =
  ({ runner, keeper, sender }: PictureParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/projects/:id/icon', uploading, async (request) => {
      const { id } = request.params
      // That the project is there is settled before the body is read.
      await request.read((work) => findProject(work, id))
      const picture = await receivePicture(request, 'icon')
      const { project } = await keeper.keeping(picture, (kept) => request.write((work) => changeIcon(work, id, kept)))
      return viewProject(project)
    })

    routes.get('/api/projects/:id/icon', showing, async (request, reply) => {
      const icon = await runner.read(request.nobody, (work) => findIcon(work, request.params.id))
      return sender.send(request, reply, icon, 'briefly')
    })

    routes.delete('/api/projects/:id/icon', removing, async (request, reply) => {
      await keeper.replacing(() => request.write((work) => changeIcon(work, request.params.id, null)))
      reply.code(204)
    })
  }
