import type { Config } from '../config/config.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Routes } from '../http/routes.ts'
import { iconRoutes } from '../projects/icon-routes.ts'
import type { SettingsSource } from '../settings/effective-settings.ts'
import { logoRoutes } from '../settings/logo-routes.ts'
import { avatarRoutes } from '../users/avatar-routes.ts'
import type { Runner } from '../work.ts'
import { PictureSender } from './picture-sender.ts'
import type { PictureStore } from './picture-store.ts'

interface Parts {
  readonly runner: Runner
  readonly keeper: PictureStore
  readonly files: FileStore
  readonly source: SettingsSource
  readonly config: Pick<Config, 'frontendOrigin'>
}

/** Avatars, icons and the logo: three owners, one way. */
export const pictureRoutes =
  ({ files, source, config, ...parts }: Parts) =>
  async (routes: Routes): Promise<void> => {
    const pictures = { ...parts, sender: new PictureSender(files, config.frontendOrigin !== null) }
    await routes.register(avatarRoutes(pictures))
    await routes.register(iconRoutes(pictures))
    await routes.register(logoRoutes(pictures, source))
  }
