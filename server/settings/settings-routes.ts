import {
  Capabilities,
  EnterpriseCheck,
  isPeoplesSetting,
  MailTest,
  MailTestResult,
  PublicSettings,
  Settings,
  SettingsChange,
} from '#contract/settings.ts';
import { Failure, type OutboundGuard, type Runner, type SettingsSource } from '#platform';
import { type Mailers, operation, type Routes } from '#platform/serving';
import { changeSettings, type PermitSignIn, permitEndpoint, showPublicSettings } from './change-settings.ts';
import {
  type AppAddress,
  checkEnterprise,
  type EffectiveSettings,
  readSettings,
  showCapabilities,
  viewSettings,
} from './effective-settings.ts';
import { rememberMailProof, sendTestMail, throughSmtp } from './test-mail.ts';

const reads = { tag: 'Settings', access: 'developer', scope: 'read' } as const;
const administers = { ...reads, scope: 'admin' } as const;

const testing = (operationId: 'testMail' | 'testSmtp', summary: string) =>
  operation({
    ...administers,
    operationId,
    summary,
    body: MailTest,
    answers: { 200: MailTestResult },
    refuses: ['too_many_requests', 'mail_delivery_failed', new Failure('mail_delivery_failed', { upstream: true })],
  });

const testingMail = testing(
  'testMail',
  'Send a test message as every message is sent; a refusal is told in the words of the provider',
);
const testingSmtp = testing('testSmtp', 'Send a test message over SMTP, whichever provider is chosen');

export const mailTestRoutes =
  (source: SettingsSource, mailers: Mailers) =>
  async (routes: Routes): Promise<void> => {
    const ways = [
      ['/api/settings/test-email', testingMail, (settings: EffectiveSettings) => settings],
      ['/api/settings/test-smtp', testingSmtp, throughSmtp],
    ] as const;
    for (const [path, described, asTested] of ways)
      routes.post(path, described, async (request) => {
        await request.confirmRights();
        const settings = asTested(await request.read((work) => readSettings(work, source)));
        const result = await sendTestMail(mailers, settings, request.person, request.body.to);
        if (result.delivered) await request.write((work) => rememberMailProof(work, settings));
        return result;
      });
  };

const publicly = operation({
  operationId: 'getPublicSettings',
  summary: 'Read what anyone may know: name, address, logo, language',
  tag: 'Settings',
  access: 'public',
  answers: { 200: PublicSettings },
});

const reading = operation({
  ...reads,
  operationId: 'getSettings',
  summary: 'Read the settings; secrets are masked',
  answers: { 200: Settings },
});

const changing = operation({
  operationId: 'changeSettings',
  summary: 'Change some of the settings',
  ...administers,
  body: SettingsChange,
  isPeoples: isPeoplesSetting,
  answers: { 200: Settings },
  refuses: ['too_many_requests', 'forbidden', 'secret_required', 'url_not_allowed', 'not_proved', 'passkeys_bound'],
});

const listing = operation({
  operationId: 'getCapabilities',
  summary: 'Read what this Kwit can do: by its edition, and by flags that override it',
  ...reads,
  access: 'signed-in',
  answers: { 200: Capabilities },
});

const checking = operation({
  ...reads,
  operationId: 'checkEnterprise',
  summary: 'See whether the edition has what only the enterprise edition has',
  answers: { 200: EnterpriseCheck },
  refuses: ['feature_not_enabled'],
});

export const settingsRoutes =
  (source: SettingsSource, runner: Runner, guard: OutboundGuard, appAddress: AppAddress, permit: PermitSignIn) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/settings/public', publicly, async (request) => {
      const settings = await runner.read(request.anonymous, (work) => showPublicSettings(work, source));
      appAddress.learn(settings);
      return settings;
    });
    routes.get('/api/settings', reading, (request) =>
      request.read(async (work) => viewSettings(await readSettings(work, source))),
    );
    routes.patch('/api/settings', changing, async (request) => {
      const current = await request.read((work) => readSettings(work, source));
      await permitEndpoint(guard, current, request.body);
      const settings = await request.write((work) => changeSettings(work, source, request.body, permit));
      appAddress.learn(settings);
      return settings;
    });
    routes.get('/api/settings/capabilities', listing, (request) =>
      request.read((work) => showCapabilities(work, source)),
    );
    routes.get('/api/settings/enterprise-check', checking, (request) =>
      request.read((work) => checkEnterprise(work, source)),
    );
  };
