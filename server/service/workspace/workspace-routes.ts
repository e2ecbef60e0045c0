import { Workspace } from '#contract/workspace.ts';
import { operation, type Routes, type SettingsSource } from '#platform';
import { showWorkspace } from './show-workspace.ts';

const showing = operation({
  operationId: 'getWorkspace',
  summary: 'Read what an app shows around every screen: you, the settings, your views, projects and colleagues',
  tag: 'Service',
  access: 'signed-in',
  scope: 'read',
  answers: { 200: Workspace },
  refuses: [],
});

export const workspaceRoutes =
  (source: SettingsSource) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/workspace', showing, (request) => request.read((work) => showWorkspace(work, source)));
  };
