import { Capabilities, EnterpriseCheck, PublicSettings, Settings, SettingsChange } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { operation } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import type { OutboundGuard } from '../outbound/outbound-guard.ts';
import type { Runner } from '../work.ts';
import type { AppAddress } from './app-address.ts';
import { changeSettings } from './change-settings.ts';
import { readSettings } from './effective-settings.ts';
import { permitEndpoint } from './permit-endpoint.ts';
import { checkEnterprise, showCapabilities } from './show-capabilities.ts';
import { showPublicSettings } from './show-public-settings.ts';
import { showSettings } from './show-settings.ts';

const tag = 'Settings';

const publicly = operation({
  operationId: 'getPublicSettings',
  summary: 'Read what anyone may know: name, address, logo, language',
  tag,
  access: 'public',
  answers: { 200: PublicSettings },
  refuses: [],
});

const reading = operation({
  operationId: 'getSettings',
  summary: 'Read the settings; secrets are masked',
  tag,
  access: 'developer',
  scope: 'read',
  answers: { 200: Settings },
  refuses: [],
});

const changing = operation({
  operationId: 'changeSettings',
  summary: 'Change some of the settings',
  tag,
  access: 'developer',
  scope: 'admin',
  body: SettingsChange,
  answers: { 200: Settings },
  refuses: ['too_many_requests', 'secret_required', 'url_not_allowed'],
});

const listing = operation({
  operationId: 'getCapabilities',
  summary: 'Read what this Kwit can do: by its edition, and by flags that override it',
  tag,
  access: 'signed-in',
  scope: 'read',
  answers: { 200: Capabilities },
  refuses: [],
});

const checking = operation({
  operationId: 'checkEnterprise',
  summary: 'See whether the edition has what only the enterprise edition has',
  tag,
  access: 'developer',
  scope: 'read',
  answers: { 200: EnterpriseCheck },
  refuses: ['feature_not_enabled'],
});

export const settingsRoutes =
  (source: SettingsSource, runner: Runner, guard: OutboundGuard, appAddress: AppAddress) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/settings/public', publicly, async (request) => {
      const settings = await runner.read(request.anonymous, (work) => showPublicSettings(work, source));
      appAddress.learn(settings);
      return settings;
    });
    routes.get('/api/settings', reading, (request) => request.read((work) => showSettings(work, source)));
    routes.patch('/api/settings', changing, async (request) => {
      const current = await request.read((work) => readSettings(work, source));
      await permitEndpoint(guard, current, request.body);
      const settings = await request.write((work) => changeSettings(work, source, request.body));
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
