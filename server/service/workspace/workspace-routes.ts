import { LONG_PAGE_SIZE } from '#contract/words.ts';
import { Workspace } from '#contract/workspace.ts';
import { countUnread } from '#conversation';
import { newestPlace } from '#delivery';
import { listStoredUsers, showMe, viewUser } from '#people';
import { listViews } from '#planning';
import type { Runner, SettingsSource, Work } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { sealPlace, showPublicSettings } from '#settings';
import { listTeams, listUsableLabels, showProjects } from '#tickets';

/**
 * GET /api/workspace.
 *
 * @throws Failure `unauthorized` when the user was removed after the token was read.
 */
export async function showWorkspace(work: Work, source: SettingsSource): Promise<Omit<Workspace, 'read_only'>> {
  const isDeveloper = work.actor.role === 'developer';
  // Read first: what happens while the rest is read is told by the stream, never lost.
  const place = await newestPlace(work);
  const usersWith = async (filter: { readonly role?: 'developer'; readonly isActive: boolean }) =>
    isDeveloper ? listStoredUsers(work, { ...filter, limit: LONG_PAGE_SIZE }) : [];
  return {
    me: await showMe(work),
    settings: await showPublicSettings(work, source),
    unread: await countUnread(work, work.actor),
    views: await listViews(work, work.actor.id),
    projects: (await showProjects(work)).slice(0, LONG_PAGE_SIZE),
    teams: (await listTeams(work)).map(({ id, name }) => ({ id, name })),
    labels: isDeveloper ? await listUsableLabels(work) : [],
    developers: (await usersWith({ role: 'developer', isActive: true })).map(viewUser),
    former: (await usersWith({ isActive: false })).map(({ id }) => id),
    last_event_id: isDeveloper ? place : sealPlace(source.sealingKey, place, work.actor.id),
  };
}

const showing = operation({
  operationId: 'getWorkspace',
  summary: 'Read what an app shows around every screen: you, the settings, your views, projects and colleagues',
  tag: 'Service',
  access: 'signed-in',
  scope: 'read',
  answers: { 200: Workspace },
});

export const workspaceRoutes =
  (source: SettingsSource, runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/workspace', showing, async (request) => ({
      ...(await request.read((work) => showWorkspace(work, source))),
      read_only: await runner.isReadOnly(),
    }));
  };
