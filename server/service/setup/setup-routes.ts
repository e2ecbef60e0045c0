import { Setup } from '#contract/settings.ts';
import { SetupSteps, SetupStepsChange } from '#contract/setup-steps.ts';
import { operation, type Routes, type Runner, type SettingsSource } from '#platform';
import { changeSetupSteps, type LastBackup, showSetup, showSetupSteps } from './setup.ts';

const reads = { tag: 'Settings', access: 'developer', scope: 'read' } as const;

const showing = operation({
  operationId: 'getSetup',
  summary: 'See whether somebody has to become the first developer',
  tag: 'Settings',
  access: 'public',
  answers: { 200: Setup },
  refuses: [],
});

const listing = operation({
  operationId: 'getSetupSteps',
  summary: 'See which of the first steps are done',
  ...reads,
  answers: { 200: SetupSteps },
  refuses: [],
});

const changing = operation({
  operationId: 'changeSetupSteps',
  summary: 'Put the first steps away, or bring them back',
  ...reads,
  scope: 'admin',
  body: SetupStepsChange,
  answers: { 200: SetupSteps },
  refuses: ['too_many_requests'],
});

/** What a new installation needs before a team can work with it. */
export const setupRoutes =
  (source: SettingsSource, runner: Runner, lastBackup: LastBackup) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/setup', showing, (request) => runner.read(request.anonymous, showSetup));
    routes.get('/api/setup/steps', listing, (request) =>
      request.read((work) => showSetupSteps(work, source, lastBackup)),
    );
    routes.patch('/api/setup/steps', changing, (request) =>
      request.write((work) => changeSetupSteps(work, source, { lastBackup, isPutAway: request.body.is_put_away })),
    );
  };
