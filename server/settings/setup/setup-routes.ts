import { Setup } from '../../../contract/settings.ts';
import { SetupSteps, SetupStepsChange } from '../../../contract/setup-steps.ts';
import { operation } from '../../http/operation.ts';
import type { Routes } from '../../http/routes.ts';
import type { Runner } from '../../work.ts';
import type { SettingsSource } from '../effective-settings.ts';
import { showSetup } from './show-setup.ts';
import { changeSetupSteps, showSetupSteps } from './show-setup-steps.ts';

const tag = 'Settings';

const showing = operation({
  operationId: 'getSetup',
  summary: 'See whether somebody has to become the first developer',
  tag,
  access: 'public',
  answers: { 200: Setup },
  refuses: [],
});

const listing = operation({
  operationId: 'getSetupSteps',
  summary: 'See which of the first steps are done',
  tag,
  access: 'developer',
  scope: 'read',
  answers: { 200: SetupSteps },
  refuses: [],
});

const changing = operation({
  operationId: 'changeSetupSteps',
  summary: 'Put the first steps away, or bring them back',
  tag,
  access: 'developer',
  scope: 'admin',
  body: SetupStepsChange,
  answers: { 200: SetupSteps },
  refuses: ['too_many_requests'],
});

/** What a new installation needs before a team can work with it. */
export const setupRoutes =
  (source: SettingsSource, runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/setup', showing, (request) => runner.read(request.anonymous, showSetup));
    routes.get('/api/setup/steps', listing, (request) => request.read((work) => showSetupSteps(work, source)));
    routes.patch('/api/setup/steps', changing, (request) =>
      request.write((work) => changeSetupSteps(work, source, request.body.is_put_away)),
    );
  };
