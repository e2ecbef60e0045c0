import { Setup } from '#contract/settings.ts';
import { SetupSteps, SetupStepsChange } from '#contract/setup-steps.ts';
import { countDevelopers, listStoredUsers } from '#people';
import { makeFirstSecret } from '#people/serving';
import {
  type Actor,
  type Config,
  contextOf,
  type Instant,
  mailProblem,
  missingPackage,
  type Operation,
  openStartWarning,
  type Runner,
  type SettingsSource,
  type Work,
} from '#platform';
import { operation, type Routes } from '#platform/serving';
import { isMailProven, readSettings, storedSetting, storeSetting } from '#settings';
import { hasProjects } from '#tickets';

const reads = { tag: 'Settings', access: 'developer', scope: 'read' } as const;

const showing = operation({
  operationId: 'getSetup',
  summary: 'See whether somebody has to become the first developer',
  tag: 'Settings',
  access: 'public',
  answers: { 200: Setup },
});

const listing = operation({
  operationId: 'getSetupSteps',
  summary: 'See which of the first steps are done',
  ...reads,
  answers: { 200: SetupSteps },
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

/**
 * Tells what is missing before a team can work, a sentence or two each: a mail provider in production, and a first
 * developer. A start that is open to others is warned of first.
 */
export async function firstSteps(
  runner: Runner,
  source: SettingsSource,
  config: Config,
  address: string,
): Promise<string[]> {
  const context = { ...contextOf('start'), whileReadOnly: true };
  const settings = await runner.read(context, (work) => readSettings(work, source));
  const { production, command } = config;
  const warning = openStartWarning(config, settings.app_url);
  const steps = warning === null ? [] : [warning];
  const problem = mailProblem(settings);
  if (problem !== null) steps.push(production ? `Nobody can sign in yet. ${problem}` : problem);
  if (settings.mail_provider === null || (problem !== null && !production)) {
    steps.push(
      production
        ? `No code can be sent: no mail provider is set. Set MAIL_PROVIDER=smtp with SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS and SMTP_FROM, or MAIL_PROVIDER=ses with SES_REGION and SES_FROM.
Until then "${command} sign-in link me@example.com" prints an address that signs in whoever you name.`
        : `No mail provider is set: codes to sign in with are printed here and listed at ${address}/dev/mailbox.`,
    );
  }
  const missing = settings.mail_provider === 'ses' ? missingPackage('@aws-sdk/client-sesv2') : null;
  if (missing) steps.push(`Nobody can sign in yet. ${missing}`);
  const secret =
    config.firstDeveloper === 'command' ? null : await runner.write(context, (work) => makeFirstSecret(work, source));
  if (secret !== null)
    steps.push(
      `Nobody is a developer yet. Open this address within an hour, and type your own e-mail address:
  ${settings.app_url || address}/first#${secret}
It works once. Or run in another terminal: ${command} developer add me@example.com`,
    );
  else if (settings.allowed_domains.length === 0 && settings.developer_emails.length === 0)
    steps.push(
      `Nobody may sign in yet. To become the first developer, run in another terminal:
  ${command} developer add me@example.com
with your own address. Its domain is then allowed, and colleagues can sign in too.`,
    );
  return steps;
}

/** The row of the settings that says whether the steps are put away. */
const PUT_AWAY = 'setup_put_away';

/** Reads of which moment the newest whole backup is; null when there is none. */
export type LastBackup = Operation<Instant | null, Actor>;

/** GET /api/setup/steps (docs/rules/settings.md#first-steps). */
export async function showSetupSteps(work: Work, source: SettingsSource, lastBackup: LastBackup): Promise<SetupSteps> {
  const settings = await readSettings(work, source);
  return {
    is_put_away: (await storedSetting(work, PUT_AWAY)) === 'true',
    steps: {
      address: settings.app_url !== '',
      mail: await isMailProven(work, settings),
      domains: settings.allowed_domains.length > 0,
      project: await hasProjects(work),
      colleagues: (await listStoredUsers(work, { isActive: true, limit: 2 })).length > 1,
      backup: (await lastBackup(work)) !== null,
    },
  };
}

/** PATCH /api/setup/steps: puts the steps away for everybody, or brings them back. */
export async function changeSetupSteps(
  work: Work,
  source: SettingsSource,
  { lastBackup, isPutAway }: { readonly lastBackup: LastBackup; readonly isPutAway: boolean },
): Promise<SetupSteps> {
  if (isPutAway !== ((await storedSetting(work, PUT_AWAY)) === 'true')) {
    await storeSetting(work, PUT_AWAY, isPutAway);
    work.lines.push({ thing: { type: 'settings', id: null }, field: 'first_steps', new: isPutAway, isUndoable: false });
  }
  return showSetupSteps(work, source, lastBackup);
}

/** GET /api/setup: whether somebody has to become the first developer (docs/rules/settings.md#set-up). */
export async function showSetup(work: Work<Actor>): Promise<Setup> {
  return { needs_developer: (await countDevelopers(work)) === 0 };
}
