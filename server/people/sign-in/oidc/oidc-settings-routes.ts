import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import {
  AttemptsFilter,
  Identity,
  IdentityPath,
  OidcCheck,
  OidcCheckResult,
  SignInAttempt,
} from '#contract/sign-in.ts';
import { MASK } from '#contract/words.ts';
import type { SettingsSource } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { type EffectiveSettings, readSettings } from '#settings';
import { listAttempts } from './account-person.ts';
import { listIdentities, removeIdentity } from './identity-store.ts';
import { failureLine, hasEndpoints, type OidcProvider, ProviderFailed } from './oidc-provider.ts';
import { type OidcLine, oidcText } from './oidc-words.ts';

const settings = { tag: 'Settings', access: 'developer', scope: 'read' } as const;
const users = { ...settings, tag: 'Users' } as const;

const checking = operation({
  operationId: 'checkOidc',
  summary: 'See in words whether the provider answers as it should',
  ...settings,
  scope: 'session',
  body: OidcCheck,
  answers: { 200: OidcCheckResult },
  refuses: ['too_many_requests'],
});

const listingAttempts = operation({
  operationId: 'listOidcAttempts',
  summary: "Read the last 20 sign-ins with the company's account, and what is wrong",
  ...settings,
  query: AttemptsFilter,
  answers: { 200: Type.Array(SignInAttempt) },
});

const listing = operation({
  operationId: 'listIdentities',
  summary: 'List the company accounts that are linked to a person',
  ...users,
  params: IdPath,
  answers: { 200: Type.Array(Identity) },
  refuses: ['user_not_found'],
});

const unlinking = operation({
  operationId: 'removeIdentity',
  summary: 'Unlink a company account from a person',
  ...users,
  scope: 'session',
  params: IdentityPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'user_not_found', 'identity_not_found'],
});

export const oidcSettingsRoutes =
  (source: SettingsSource, provider: OidcProvider) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/settings/oidc/check', checking, async (request) => {
      await request.confirmRights();
      const settings = await request.read((work) => readSettings(work, source));
      return checkProvider(provider, settings, request.body);
    });
    routes.get('/api/settings/oidc/attempts', listingAttempts, (request) =>
      request.read((work) => listAttempts(work, request.query.lang ?? 'en')),
    );
    routes.get('/api/users/:id/identities', listing, (request) =>
      request.read((work) => listIdentities(work, request.params.id)),
    );
    routes.delete('/api/users/:id/identities/:identityId', unlinking, (request) =>
      request.write((work) => removeIdentity(work, request.params.id, request.params.identityId)),
    );
  };

/** A step in no language yet. */
type Step = readonly [name: string, ok: boolean, line: OidcLine];

/** The check of the settings themselves, before anything is asked of the provider. */
function ownSteps({ oidc_issuer, oidc_client_id, app_url }: Settings): Step[] {
  return [
    oidc_issuer ? ['issuer', true, ['issuer', oidc_issuer]] : ['issuer', false, ['no_issuer']],
    oidc_client_id ? ['client', true, ['client', oidc_client_id]] : ['client', false, ['no_client']],
    app_url ? ['redirect', true, ['redirect', app_url]] : ['redirect', false, ['no_app_url']],
  ];
}

type Settings = Pick<EffectiveSettings, 'oidc_issuer' | 'oidc_client_id' | 'app_url' | 'oidc_scopes'>;

/**
 * POST /api/settings/oidc/check: asks the provider what it says of itself, and tells in words what fits and what does not.
 * It keeps nothing. A secret that was stored is sent nowhere but to the issuer for which it was stored.
 */
export async function checkProvider(
  provider: OidcProvider,
  settings: EffectiveSettings,
  { draft = {}, lang = 'en' }: OidcCheck,
): Promise<OidcCheckResult> {
  const trial = { ...settings, ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== MASK)) };
  const steps = ownSteps(trial);
  if (trial.oidc_issuer) steps.push(...(await discoverySteps(provider, trial, trial.oidc_issuer)));
  return {
    ok: steps.every(([, ok]) => ok),
    steps: steps.map(([name, ok, line]) => ({ name, ok, text: oidcText(line, lang) })),
  };
}

async function discoverySteps(provider: OidcProvider, settings: Settings, issuer: string): Promise<Step[]> {
  if (!URL.canParse(issuer)) return [['discovery', false, ['strange_issuer']]];
  try {
    // Discovery needs no secret, so none is sent.
    const configuration = await provider.discover({ issuer, id: settings.oidc_client_id || 'kwit', secret: '' });
    const metadata = configuration.serverMetadata();
    const scopes = settings.oidc_scopes.split(' ');
    const unsupported = scopes.filter((scope) => metadata.scopes_supported?.includes(scope) === false);
    return [
      ['discovery', true, ['answers']],
      hasEndpoints(configuration) ? ['endpoints', true, ['endpoints']] : ['endpoints', false, ['no_endpoints']],
      unsupported.length === 0
        ? ['scopes', true, ['scopes', scopes.join(', ')]]
        : ['scopes', false, ['unknown_scopes', unsupported.join(', ')]],
    ];
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return [['discovery', false, failureLine(error, issuer)]];
  }
}
