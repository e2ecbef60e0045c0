import { LONG_PAGE_SIZE } from '../../contract/scalars.ts';
import type { Workspace } from '../../contract/workspace.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { sealPlace } from '../live/sealed-place.ts';
import { viewProject } from '../projects/project-view.ts';
import { showPublicSettings } from '../settings/show-public-settings.ts';
import { showMe } from '../sign-in/show-me.ts';
import { viewUser } from '../users/user-view.ts';
import { ticketScope } from '../visibility.ts';
import type { Work } from '../work.ts';

const EVERYBODY = { role: null, q: null, after: null, limit: LONG_PAGE_SIZE };

/**
 * GET /api/workspace.
 *
 * @throws Failure `unauthorized` when the user was removed after the token was read.
 */
export async function showWorkspace(work: Work, source: SettingsSource): Promise<Workspace> {
  const isDeveloper = work.actor.role === 'developer';
  // Read first: what happens while the rest is read is told by the stream, never lost.
  const place = await work.stream.newestPlace();
  const developers = isDeveloper ? await work.users.list({ ...EVERYBODY, role: 'developer', isActive: true }) : [];
  const former = isDeveloper ? await work.users.list({ ...EVERYBODY, isActive: false }) : [];
  return {
    me: await showMe(work),
    settings: await showPublicSettings(work, source),
    unread: await work.notices.countUnread(work.actor),
    views: await work.views.list(work.actor.id),
    projects: (await work.projects.list(ticketScope(work.actor))).slice(0, LONG_PAGE_SIZE).map(viewProject),
    developers: developers.map(viewUser),
    former: former.map(({ id }) => id),
    last_event_id: isDeveloper ? place : sealPlace(source.sealingKey, place, work.actor.id),
  };
}
