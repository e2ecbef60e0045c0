import { Workspace } from '../../contract/workspace.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { operation } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
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
