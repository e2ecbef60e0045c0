import { FilePath } from '#contract/attachments.ts';
import { Settings } from '#contract/settings.ts';
import { User } from '#contract/users.ts';
import type { SettingsSource } from '#platform';
import { changeLogo, findLogo } from '#settings';
import { changeAvatar, findAvatar, viewUser } from '../users/users.ts';
import { pictureKind } from './picture-routes.ts';

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
