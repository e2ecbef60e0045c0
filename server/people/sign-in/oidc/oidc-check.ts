import type { OidcCheck, OidcCheckResult } from '#contract/sign-in.ts';
import type { Language } from '#contract/users.ts';
import { MASK } from '#contract/words.ts';
import type { EffectiveSettings } from '#settings';
import { type OidcProvider, ProviderFailed } from './oidc-provider.ts';
import { type OidcLine, oidcText } from './oidc-words.ts';

/** A step in no language yet. */
type Step = readonly [name: string, ok: boolean, line: OidcLine];

/** What the settings have to say before anything is asked of the provider. */
function ownSteps({ oidc_issuer, oidc_client_id, app_url }: Settings): Step[] {
  return [
    oidc_issuer ? ['issuer', true, ['issuer', oidc_issuer]] : ['issuer', false, ['no_issuer']],
    oidc_client_id ? ['client', true, ['client', oidc_client_id]] : ['client', false, ['no_client']],
    app_url ? ['redirect', true, ['redirect', app_url]] : ['redirect', false, ['no_app_url']],
  ];
}

interface Settings {
  readonly oidc_issuer: string | null;
  readonly oidc_client_id: string;
  readonly app_url: string;
  readonly oidc_scopes: string;
}

/**
 * POST /api/settings/oidc/check: asks the provider what it says of itself, and tells in words what fits and what does not.
 * It keeps nothing. A secret that was stored is sent nowhere but to the issuer for which it was stored.
 */
export async function checkProvider(
  provider: OidcProvider,
  settings: EffectiveSettings,
  { draft = {}, lang = 'en' }: OidcCheck,
): Promise<OidcCheckResult> {
  const wanted = { ...settings, ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== MASK)) };
  const steps = ownSteps(wanted);
  if (wanted.oidc_issuer) steps.push(...(await discoverySteps(provider, wanted, wanted.oidc_issuer)));
  return { ok: steps.every(([, ok]) => ok), steps: steps.map((step) => viewStep(step, lang)) };
}

const viewStep = ([name, ok, line]: Step, language: Language) => ({ name, ok, text: oidcText(line, language) });

async function discoverySteps(provider: OidcProvider, settings: Settings, issuer: string): Promise<Step[]> {
  if (!URL.canParse(issuer)) return [['discovery', false, ['strange_issuer']]];
  try {
    // Discovery needs no secret, so none is sent.
    const configuration = await provider.discover({ issuer, id: settings.oidc_client_id || 'kwit', secret: '' });
    const metadata = configuration.serverMetadata();
    const scopes = settings.oidc_scopes.split(' ');
    const unsupported = scopes.filter((scope) => metadata.scopes_supported?.includes(scope) === false);
    const hasEndpoints = metadata.authorization_endpoint && metadata.token_endpoint && metadata.jwks_uri;
    return [
      ['discovery', true, ['answers']],
      hasEndpoints ? ['endpoints', true, ['endpoints']] : ['endpoints', false, ['no_endpoints']],
      unsupported.length === 0
        ? ['scopes', true, ['scopes', scopes.join(', ')]]
        : ['scopes', false, ['unknown_scopes', unsupported.join(', ')]],
    ];
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return [['discovery', false, ['fails', error.message]]];
  }
}
