import type { JSONWebKeySet, JWK } from 'jose';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { type Clock, HOUR, MINUTE, type Outbound, OutboundRefused, SECOND, systemClock } from '#platform';
import { type EffectiveSettings, hasOidc } from '#settings';
import { joinedClaims, lacks, type ProviderClaims } from './claims.ts';
import type { OidcLine } from './oidc-words.ts';

/** The library is loaded with the first use, so that who has no provider does not pay for it. */
const library = () => import('openid-client');

/** How long a provider may take to answer, in milliseconds (docs/rules/sign-in.md#company-account). */
export const PROVIDER_PATIENCE_MS = 6000;
/** For how long what a provider says of itself is not asked again, in milliseconds. */
const METADATA_MS = HOUR;
/** How often its keys are read for a token of an unknown key, in milliseconds. */
const KEYS_MS = MINUTE;
/** How many seconds the clocks may differ. */
const CLOCK_TOLERANCE_S = 60;

/** Which provider, and as which client. */
export type Client = Readonly<Record<'issuer' | 'id' | 'secret', string>>;

/** @returns null when signing in with the company's account is not set up. */
export function clientOf(settings: EffectiveSettings): Client | null {
  if (!hasOidc(settings) || settings.oidc_issuer === null) return null;
  return { issuer: settings.oidc_issuer, id: settings.oidc_client_id, secret: settings.oidc_client_secret };
}

/** The provider does not answer, or answers that it cannot. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** The provider refuses, or what it says cannot be trusted. `message` says why; strangers never read it. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** Whether the person has said no there. */
  readonly isCancelled: boolean;

  constructor(message: string, isCancelled = false, options?: ErrorOptions) {
    super(message, options);
    this.isCancelled = isCancelled;
  }
}

/** Secrets that are kept from the way to the provider until the way back. */
export type Round = Readonly<Record<'state' | 'nonce' | 'verifier', string>>;

/** The account of somebody who has come back, in the words of the provider. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for the session. */
  readonly session: string | null;
  readonly claims: ProviderClaims;
}

/** OpenID Connect asks for ASCII, and at most 255 of it. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Talks to the one provider that is set up. */
export class OidcProvider {
  readonly #outbound: Outbound;
  readonly #clock: Clock;
  readonly #patienceMs: number;
  #kept: { readonly key: string; readonly until: number; readonly configuration: Promise<Configuration> } | null = null;
  #keys: { readonly address: string; readonly at: number; readonly keys: readonly JWK[] } | null = null;

  constructor(outbound: Outbound, clock: Clock, patienceMs = PROVIDER_PATIENCE_MS) {
    this.#outbound = outbound;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  /** The provider's description of itself, at most an hour old. @throws ProviderFailed */
  async configurationOf(client: Client): Promise<Configuration> {
    const key = JSON.stringify(client);
    const now = this.#clock.now();
    if (this.#kept?.key !== key || this.#kept.until <= now)
      this.#kept = { key, until: now + METADATA_MS, configuration: this.discover(client) };
    const last = this.#kept;
    try {
      return await last.configuration;
    } catch (error) {
      if (this.#kept === last) this.#kept = null;
      throw error;
    }
  }

  /** Asks the provider anew what it says of itself. @throws ProviderFailed */
  async discover({ issuer, id, secret }: Client): Promise<Configuration> {
    const { discovery, allowInsecureRequests, clockTolerance, customFetch, enableNonRepudiationChecks } =
      await library();
    try {
      const configuration = await discovery(
        new URL(issuer),
        id,
        { [clockTolerance]: CLOCK_TOLERANCE_S },
        await authenticationBy(secret),
        {
          [customFetch]: this.#fetch,
          // Whether plain http may be used, the guard decides for each address.
          ...(issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}),
        },
      );
      // Without it the library takes an ID token of any key that came over TLS.
      enableNonRepudiationChecks(configuration);
      return configuration;
    } catch (error) {
      throw new ProviderFailed(errorWords(error), { cause: error });
    }
  }

  /** Where a browser goes to sign in, and what to keep until it comes back. @throws ProviderFailed */
  async begin(client: Client, redirectUri: string, scope: string): Promise<Round & { readonly address: string }> {
    const configuration = await this.configurationOf(client);
    if (!hasEndpoints(configuration))
      throw new ProviderFailed('The provider names no web addresses for signing in, for its tokens and for its keys.');
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      await library();
    const round = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: round.state,
      nonce: round.nonce,
      code_challenge: await calculatePKCECodeChallenge(round.verifier),
      code_challenge_method: 'S256',
    });
    return { ...round, address: address.href };
  }

  /**
   * Exchanges what came back for an account: state, issuer, PKCE, signature, audience, times and nonce are checked.
   *
   * @param came the redirect address as the browser came to it.
   * @param needed the names of the claims for which `userinfo` is asked when the ID token lacks them.
   * @throws ProviderRefused, ProviderFailed
   */
  async complete(client: Client, came: URL, round: Round, needed: readonly string[]): Promise<Account> {
    const configuration = await this.configurationOf(client);
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    try {
      const tokens = await authorizationCodeGrant(configuration, came, {
        expectedState: round.state,
        expectedNonce: round.nonce,
        pkceCodeVerifier: round.verifier,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      if (token === undefined || !SUBJECT.test(token.sub)) throw new ProviderRefused('The ID token names nobody.');
      // The library looks at it only where the token is for several.
      if (token.azp !== undefined && token.azp !== client.id)
        throw new ProviderRefused('The ID token was asked for by another client.');
      // The library judges the other times by the machine's clock, too.
      if (token.iat * SECOND > systemClock.now() + CLOCK_TOLERANCE_S * SECOND)
        throw new ProviderRefused('The ID token was issued in the future.');
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined && lacks(token, needed);
      const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : {};
      return {
        issuer: client.issuer,
        subject: token.sub,
        session: typeof token.sid === 'string' ? token.sid : null,
        claims: joinedClaims(token, more as ProviderClaims),
      };
    } catch (error) {
      throw await asOurs(error);
    }
  }

  /**
   * The public keys with which the provider may have signed a token, read anew for an unknown key at most once a minute.
   *
   * @throws ProviderFailed
   */
  async keysFor(client: Client, kid: string | undefined): Promise<JSONWebKeySet> {
    const address = (await this.configurationOf(client)).serverMetadata().jwks_uri;
    if (address === undefined) return { keys: [] };
    const now = this.#clock.now();
    const fits = (key: JWK) => kid === undefined || key.kid === kid;
    const last = this.#keys?.address === address ? this.#keys : null;
    if (last === null || (now - last.at >= KEYS_MS && !last.keys.some(fits)) || now - last.at >= METADATA_MS)
      this.#keys = { address, at: now, keys: await this.#readKeys(address) };
    return { keys: (this.#keys?.keys ?? []).filter(fits) };
  }

  async #readKeys(address: string): Promise<readonly JWK[]> {
    try {
      const answer = await this.#fetch(address, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });
      const { keys } = (await answer.json()) as { keys?: unknown };
      return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : [];
    } catch (error) {
      throw error instanceof ProviderFailed ? error : new ProviderFailed(errorWords(error), { cause: error });
    }
  }

  readonly #fetch: CustomFetch = async (address, { method, headers, body }) => {
    const question = { method, headers, body: body === undefined || body === null ? '' : String(body) };
    let answer: Response;
    try {
      answer = await this.#outbound.ask(address, question, this.#patienceMs);
    } catch (error) {
      throw error instanceof OutboundRefused ? new ProviderFailed(error.message, { cause: error }) : error;
    }
    if (answer.status >= 500) throw new ProviderFailed(`${new URL(address).pathname} answers ${answer.status}.`);
    return answer;
  };
}

const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value);

/** Whether a provider names the addresses that a sign-in takes. */
export function hasEndpoints(configuration: Configuration): boolean {
  const { authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata();
  return [authorization_endpoint, token_endpoint, jwks_uri].every(isWebAddress);
}

/** By a secret in the way that the provider takes, or as a public client. */
async function authenticationBy(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await library();
  if (secret === '') return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return ways.includes('client_secret_post') && !ways.includes('client_secret_basic')
      ? post(server, ...rest)
      : basic(server, ...rest);
  };
}

/** Says why a provider failed, to developers. */
export function failureLine(error: ProviderFailed, issuer: string): OidcLine {
  const named = namedIssuer(error);
  return named === null || named === issuer ? ['fails', error.message] : ['other_issuer', named, issuer];
}

/** As which issuer a provider names itself, which is not the one that was asked; null for another failure. */
function namedIssuer(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { attribute, body } = (cause.cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } };
    if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer.slice(0, 300);
  }
  return null;
}

/** The library's own words around an error that it does not expect. */
const WITHOUT_WORDS = 'something went wrong';

/** The messages of an error and of its causes. */
export function errorWords(error: unknown): string {
  const words: string[] = [];
  for (let cause = error; cause instanceof Error && words.length < 4; cause = cause.cause)
    if (cause.message !== WITHOUT_WORDS || cause.cause === undefined) words.push(cause.message);
  return [...new Set(words)].join(': ').replace(/\s+/g, ' ').slice(0, 300);
}

async function asOurs(error: unknown): Promise<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderFailed || cause instanceof ProviderRefused) return cause;
  const { AuthorizationResponseError } = await library();
  const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied';
  return new ProviderRefused(errorWords(error), isCancelled, { cause: error });
}
