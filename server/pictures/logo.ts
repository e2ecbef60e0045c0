import { Settings } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { changeLogo } from '../settings/change-logo.ts';
import { findLogo } from '../settings/find-logo.ts';
import { pictureKind } from './picture-kind.ts';

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
