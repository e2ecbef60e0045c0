import type { FastifyRequest } from 'fastify';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { Type } from 'typebox';
import {
  CodeToRedeem,
  LogoutToken,
  SignedInTo,
  SignInCallback,
  SignInMethods,
  SignInStart,
} from '#contract/sign-in.ts';
import { type Clock, Failure, keyedHash, MINUTE, type RequestContext, type Runner, SECOND, type Work } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { type AppAddress, type EffectiveSettings, hasOidc, readSettings } from '#settings';
import { claimOnce } from '../../code-store.ts';
import { SessionStore } from '../../session-store.ts';
import { visitorOf } from '../../sessions/authentication.ts';
import { atMost, countAttempt, refuseOverLimit, requestBuckets, WINDOW_MS } from '../../sessions/limits.ts';
import { passkeyHost } from '../../sign-in-strength.ts';
import { codeSignIn } from '../request-code.ts';
import { recordAttempt, SignInRefused } from './account-person.ts';
import { IdentityStore } from './identity-store.ts';
import { type Client, clientOf, failureLine, ProviderFailed } from './oidc-provider.ts';
import { completeSignIn, type OidcParts, redeemCode } from './oidc-sign-in.ts';
import { appPath, noRoundCookie, ROUND_MS, roundCookie, roundIn } from './round-cookie.ts';

const open = { tag: 'Sign-in', access: 'public', whileReadOnly: true } as const;
/** A browser is sent elsewhere; the answer has no body. */
const SentElsewhere = Type.Null({ description: 'The browser goes on to the address in `Location`.' });

const showingMethods = operation({
  operationId: 'listSignInMethods',
  summary: 'Read which ways to sign in there are',
  ...open,
  answers: { 200: SignInMethods },
});

const starting = operation({
  operationId: 'startOidcSignIn',
  summary: "Go to the company's provider to sign in there",
  ...open,
  query: SignInStart,
  answers: { 302: SentElsewhere },
  refuses: ['not_found', 'sign_in_provider_failed', 'too_many_requests'],
});

const completing = operation({
  operationId: 'completeOidcSignIn',
  summary: 'Come back from the provider: the app gets a code to redeem, or an error, behind the # of its address',
  ...open,
  query: SignInCallback,
  answers: { 302: SentElsewhere },
  refuses: ['not_found'],
  takesText: true,
});

const redeeming = operation({
  operationId: 'redeemSignInCode',
  summary: 'Redeem the code that stands behind /login#code=',
  ...open,
  body: CodeToRedeem,
  answers: { 200: SignedInTo },
  refuses: ['invalid_or_expired_code', 'passkey_required'],
});

const loggingOut = operation({
  operationId: 'logOutFromOidc',
  summary: 'The provider says that a session there is over (OpenID Connect Back-Channel Logout)',
  ...open,
  body: LogoutToken,
  answers: { 200: NoContent },
  refuses: ['not_found', 'invalid_logout_token', 'sign_in_provider_failed'],
});

export interface OidcRouteParts extends OidcParts {
  readonly clock: Clock;
  readonly appAddress: AppAddress;
}

const settingsNow = (runner: Runner, { source }: OidcRouteParts, request: FastifyRequest): Promise<EffectiveSettings> =>
  runner.read(request.anonymous, (work) => readSettings(work, source));

/** Whether a browser asks, to show a page. */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** A round to the provider counts as a code that is asked for. @throws Failure `too_many_requests`, before the provider is asked. */
async function countRound(work: Work<null>, { secrets, limits }: OidcRouteParts, client: string): Promise<void> {
  const limit = atMost(limits.codeRequestsPerClient, requestBuckets(secrets, '', client).client, WINDOW_MS);
  await refuseOverLimit(work, [limit]);
  await countAttempt(work, [limit]);
}

/** Where the browser goes, and the cookie that it keeps until it comes back. @throws Failure `not_found`; ProviderFailed */
async function begin(runner: Runner, parts: OidcRouteParts, request: FastifyRequest, next: string | undefined) {
  const settings = await settingsNow(runner, parts, request);
  const client = clientOf(settings);
  if (client === null) throw new Failure('not_found');
  await runner.write(request.anonymous, (work) => countRound(work, parts, request.clientAddress));
  const app = settings.app_url || `${request.protocol}://${request.host}`;
  const redirectUri = `${app}/api/auth/oidc/callback`;
  const { address, ...round } = await parts.provider.begin(client, redirectUri, settings.oidc_scopes);
  const target = { next: appPath(next), issuer: client.issuer, clientId: client.id, redirectUri };
  const until = parts.clock.now() + ROUND_MS;
  const cookie = roundCookie(parts.source.sealingKey, { ...round, ...target, until }, app.startsWith('https:'));
  return { address, cookie };
}

/** @throws Failure `sign_in_provider_failed` when the provider does not answer as it should. */
const answered = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
    throw Object.assign(new Failure('sign_in_provider_failed'), { cause: error });
  });

/** The address of the app to which a browser that has come back goes on. */
async function comeBack(runner: Runner, parts: OidcRouteParts, request: FastifyRequest): Promise<string> {
  const round = roundIn(request.headers.cookie, parts.source.sealingKey, parts.clock.now());
  const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
  try {
    return `/login#code=${await completeSignIn(runner, request.anonymous, parts, { round, query })}`;
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    parts.securityLog.refusedSignIn({ requestId: request.id, clientAddress: request.clientAddress }, error);
    return `/login#error=${error.code}`;
  }
}

export const oidcRoutes =
  (runner: Runner, parts: OidcRouteParts) =>
  async (routes: Routes): Promise<void> => {
    const { source, appAddress, clock } = parts;
    routes.get('/api/auth/methods', showingMethods, async (request) => {
      const settings = await settingsNow(runner, parts, request);
      return {
        code: codeSignIn(settings) !== 'nobody',
        oidc: hasOidc(settings) ? { label: settings.oidc_label } : null,
        passkey: passkeyHost(settings.app_url) !== null,
      };
    });

    routes.get('/api/auth/oidc/start', starting, async (request, reply) => {
      try {
        const { address, cookie } = await begin(runner, parts, request, request.query.next);
        return reply.code(302).headers({ location: address, 'set-cookie': cookie }).send(null);
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        const issuer = (await settingsNow(runner, parts, request)).oidc_issuer ?? '';
        const refused = new SignInRefused('sign_in_provider_failed', [failureLine(error, issuer)]);
        await runner.write(request.anonymous, (work) => recordAttempt(work, {}, refused));
        if (!asksForPage(request)) throw Object.assign(new Failure('sign_in_provider_failed'), { cause: error });
        return reply.code(302).header('location', `/login#error=${refused.code}`).send(null);
      }
    });

    routes.get('/api/auth/oidc/callback', completing, async (request, reply) =>
      reply
        .code(302)
        .header('location', await comeBack(runner, parts, request))
        .send(null),
    );

    routes.post('/api/auth/oidc/redeem', redeeming, async (request, reply) => {
      const answer = await redeemCode(runner, request.anonymous, parts, {
        code: request.body.code,
        binding: roundIn(request.headers.cookie, source.sealingKey, clock.now())?.state ?? null,
        ...visitorOf(request),
      });
      reply.header('set-cookie', noRoundCookie(appAddress.isSecure));
      return answer;
    });
  };

/** The route that the provider calls. Register it: it takes a form, which no other route does. */
export const backchannelRoutes =
  (runner: Runner, parts: OidcRouteParts) =>
  async (routes: Routes): Promise<void> => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    routes.post('/api/auth/oidc/backchannel-logout', loggingOut, async (request, reply) => {
      await logOutFromProvider(runner, request.anonymous, parts, request.body.logout_token);
      return reply.code(200).send(null);
    });
  };

/** How far the time of a logout token may be off, in milliseconds. */
const AROUND_MS = 5 * MINUTE;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures by a key pair alone: a public key is no secret for HMAC. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const textIn = (claims: JWTPayload, name: string): string | null => {
  const value = claims[name];
  return typeof value === 'string' && value !== '' && value.length <= 300 ? value : null;
};

/**
 * Whose sessions a logout token ends whose signature is right: those of a session at the provider, else those of a subject; null
 * when it is none for this client at this moment (OpenID Connect Back-Channel Logout § 2.6).
 */
function logoutOrder(claims: JWTPayload, { issuer }: Client, now: number) {
  const { iat, events } = claims;
  if (Object.hasOwn(claims, 'nonce') || iat === undefined || Math.abs(iat * SECOND - now) > AROUND_MS) return null;
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return null;
  const [session, subject, jti] = [textIn(claims, 'sid'), textIn(claims, 'sub'), textIn(claims, 'jti')];
  return jti === null || (session === null && subject === null) ? null : { issuer, session, subject, jti };
}

/** The claims of a token for this client that one of these keys has signed; null for any other. */
async function signedClaims(token: string, keys: JSONWebKeySet, { issuer, id }: Client, now: number) {
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const expected = { issuer, audience: id, algorithms: ALGORITHMS, currentDate: new Date(now), clockTolerance: '1m' };
  try {
    return (await jwtVerify(token, createLocalJWKSet(keys), expected)).payload;
  } catch {
    return null;
  }
}

const keyIdOf = async (token: string): Promise<string | undefined> => {
  const { decodeProtectedHeader } = await import('jose');
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    throw new Failure('invalid_logout_token');
  }
};

/**
 * POST /api/auth/oidc/backchannel-logout: ends the sessions of which the provider says that they are over
 * (docs/rules/sign-in.md#signing-out-at-the-provider).
 *
 * @throws Failure `invalid_logout_token`, `not_found` when no provider is set up.
 */
export async function logOutFromProvider(
  runner: Runner,
  context: RequestContext<null>,
  parts: OidcParts & { readonly clock: Clock },
  token: string,
): Promise<void> {
  const client = clientOf(await runner.read(context, (work) => readSettings(work, parts.source)));
  if (client === null) throw new Failure('not_found');
  const keys = await answered(parts.provider.keysFor(client, await keyIdOf(token)));
  const now = parts.clock.now();
  const claims = await signedClaims(token, keys, client, now);
  const order = claims && logoutOrder(claims, client, now);
  if (order === null) throw new Failure('invalid_logout_token');
  const isNew = await runner.write(context, async (work) => {
    const claim = keyedHash(parts.secrets, `logout|${order.issuer}|${order.jti}`);
    if (!(await claimOnce(work, 'logout', claim, 3 * AROUND_MS))) return false;
    const { issuer, session, subject } = order;
    if (session !== null) await work.of(SessionStore).revokeOfProvider({ issuer, session, now: work.now });
    else {
      const identity = await work.of(IdentityStore).ofSubject({ issuer, subject: subject ?? '' });
      if (identity !== undefined)
        await work.of(SessionStore).revokeOfIdentity({ identity_id: identity.id, now: work.now });
    }
    return true;
  });
  if (!isNew) throw new Failure('invalid_logout_token');
}
