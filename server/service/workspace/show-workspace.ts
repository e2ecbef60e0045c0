import { ticketScope } from '#access';
import { LONG_PAGE_SIZE } from '#contract/scalars.ts';
import type { Workspace } from '#contract/workspace.ts';
import { newestPlace } from '#delivery';
import { listStoredUsers, showMe, viewUser } from '#people';
import type { SettingsSource, Work } from '#platform';
import { sealPlace, showPublicSettings } from '#settings';
import { countUnread, listStoredProjects, listViews, viewProject } from '#tickets';

const EVERYBODY = { role: null, q: null, after: null, limit: LONG_PAGE_SIZE };

/**
 * GET /api/workspace.
 *
 * @throws Failure `unauthorized` when the user was removed after the token was read.
 */
export async function showWorkspace(work: Work, source: SettingsSource): Promise<Workspace> {
  const isDeveloper = work.actor.role === 'developer';
  // Read first: what happens while the rest is read is told by the stream, never lost.
  const place = await newestPlace(work);
  const developers = isDeveloper
    ? await listStoredUsers(work, { ...EVERYBODY, role: 'developer', isActive: true })
    : [];
  const former = isDeveloper ? await listStoredUsers(work, { ...EVERYBODY, isActive: false }) : [];
  return {
    me: await showMe(work),
    settings: await showPublicSettings(work, source),
    unread: await countUnread(work, work.actor),
    views: await listViews(work, work.actor.id),
    projects: (await listStoredProjects(work, ticketScope(work.actor))).slice(0, LONG_PAGE_SIZE).map(viewProject),
    developers: developers.map(viewUser),
    former: former.map(({ id }) => id),
    last_event_id: isDeveloper ? place : sealPlace(source.sealingKey, place, work.actor.id),
  };
}
