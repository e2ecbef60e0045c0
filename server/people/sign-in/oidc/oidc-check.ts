import type { OidcCheck, OidcCheckResult } from '#contract/sign-in.ts';
import { MASK } from '#contract/words.ts';
import type { EffectiveSettings } from '#settings';
import { type OidcProvider, ProviderFailed } from './oidc-provider.ts';

type Step = OidcCheckResult['steps'][number];

/** What the settings have to say before anything is asked of the provider. */
function ownSteps({ oidc_issuer, oidc_client_id, app_url }: Settings): Step[] {
  return [
    oidc_issuer
      ? { name: 'issuer', ok: true, text: `The issuer is ${oidc_issuer}.` }
      : { name: 'issuer', ok: false, text: 'The issuer is missing: copy it from the provider.' },
    oidc_client_id
      ? { name: 'client', ok: true, text: `The client is ${oidc_client_id}.` }
      : { name: 'client', ok: false, text: 'The client id is missing: copy it from the provider.' },
    app_url
      ? {
          name: 'redirect',
          ok: true,
          text: `Enter ${app_url}/api/auth/oidc/callback as redirect address at the provider.`,
        }
      : { name: 'redirect', ok: false, text: 'The address of this app is missing: set it first.' },
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
  { draft = {} }: OidcCheck,
): Promise<OidcCheckResult> {
  const wanted = { ...settings, ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== MASK)) };
  const steps = ownSteps(wanted);
  if (wanted.oidc_issuer) steps.push(...(await discoverySteps(provider, wanted, wanted.oidc_issuer)));
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function discoverySteps(provider: OidcProvider, settings: Settings, issuer: string): Promise<Step[]> {
  if (!URL.canParse(issuer)) return [{ name: 'discovery', ok: false, text: 'The issuer is no web address.' }];
  try {
    // Discovery needs no secret, so none is sent.
    const configuration = await provider.discover({ issuer, id: settings.oidc_client_id || 'kwit', secret: '' });
    const metadata = configuration.serverMetadata();
    const scopes = settings.oidc_scopes.split(' ');
    const unsupported = scopes.filter((scope) => metadata.scopes_supported?.includes(scope) === false);
    return [
      { name: 'discovery', ok: true, text: 'The provider answers, and names the same issuer.' },
      metadata.authorization_endpoint && metadata.token_endpoint && metadata.jwks_uri
        ? { name: 'endpoints', ok: true, text: 'It says where to sign in, and which keys it signs with.' }
        : { name: 'endpoints', ok: false, text: 'It does not say where to sign in: is it an OpenID provider?' },
      unsupported.length === 0
        ? { name: 'scopes', ok: true, text: `It knows the scopes ${scopes.join(', ')}.` }
        : {
            name: 'scopes',
            ok: false,
            text: `It does not know the scope ${unsupported.join(', ')}: take it out, or add it there.`,
          },
    ];
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return [{ name: 'discovery', ok: false, text: `The provider does not answer as it should: ${error.message}` }];
  }
}
