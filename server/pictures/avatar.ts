import { FilePath } from '../../contract/attachments.ts';
import { User } from '../../contract/users.ts';
import { changeAvatar } from '../users/change-avatar.ts';
import { findAvatar } from '../users/find-avatar.ts';
import { viewUser } from '../users/user-view.ts';
import { pictureKind } from './picture-kind.ts';

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
