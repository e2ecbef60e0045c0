import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  CodeToRedeem,
  LogoutToken,
  SignedInTo,
  SignInCallback,
  SignInMethods,
  SignInStart,
} from '#contract/sign-in.ts';
import { type Clock, Failure, NoContent, operation, type Routes, type Runner } from '#platform';
import { type AppAddress, type EffectiveSettings, hasOidc, readSettings } from '#settings';
import { bearerToken } from '../authentication.ts';
import { codeSignIn } from '../code-sign-in.ts';
import { passkeyHost } from '../passkeys/passkey-challenges.ts';
import { SignInRefused } from './account-person.ts';
import { logOutFromProvider } from './backchannel-logout.ts';
import { clientOf, ProviderFailed } from './oidc-provider.ts';
import { completeSignIn, type OidcParts, redeemCode } from './oidc-sign-in.ts';
import { appPath, noRoundCookie, ROUND_MS, roundCookie, roundIn } from './round-cookie.ts';

const tag = 'Sign-in';
/** A browser is sent elsewhere; the answer has no body. */
const SentElsewhere = Type.Null({ description: 'The browser goes on to the address in `Location`.' });

const showingMethods = operation({
  operationId: 'listSignInMethods',
  summary: 'Read which ways to sign in there are',
  tag,
  access: 'public',
  answers: { 200: SignInMethods },
  refuses: [],
});

const starting = operation({
  operationId: 'startOidcSignIn',
  summary: "Go to the company's provider to sign in there",
  tag,
  access: 'public',
  query: SignInStart,
  answers: { 302: SentElsewhere },
  refuses: ['not_found', 'sign_in_provider_failed'],
});

const completing = operation({
  operationId: 'completeOidcSignIn',
  summary: 'Come back from the provider: the app gets a code to redeem, or an error, behind the # of its address',
  tag,
  access: 'public',
  query: SignInCallback,
  answers: { 302: SentElsewhere },
  refuses: ['not_found'],
  takesText: true,
});

const redeeming = operation({
  operationId: 'redeemSignInCode',
  summary: 'Redeem the code that stands behind /login#code=',
  tag,
  access: 'public',
  body: CodeToRedeem,
  answers: { 200: SignedInTo },
  refuses: ['invalid_or_expired_code', 'passkey_required'],
});

const loggingOut = operation({
  operationId: 'logOutFromOidc',
  summary: 'The provider says that a session there is over (OpenID Connect Back-Channel Logout)',
  tag,
  access: 'public',
  body: LogoutToken,
  answers: { 200: NoContent },
  refuses: ['not_found', 'invalid_logout_token', 'sign_in_provider_failed'],
});

export interface OidcRouteParts extends OidcParts {
  readonly clock: Clock;
  readonly appAddress: AppAddress;
}

type Request = FastifyRequest;

const settingsNow = (runner: Runner, { source }: OidcRouteParts, request: Request): Promise<EffectiveSettings> =>
  runner.read(request.anonymous, (work) => readSettings(work, source));

/** Where the browser goes, and the cookie that it keeps until it comes back. @throws Failure */
async function begin(runner: Runner, parts: OidcRouteParts, request: Request, next: string | undefined) {
  const settings = await settingsNow(runner, parts, request);
  const client = clientOf(settings);
  if (client === null) throw new Failure('not_found');
  const app = settings.app_url || `${request.protocol}://${request.host}`;
  const redirectUri = `${app}/api/auth/oidc/callback`;
  try {
    const { address, ...round } = await parts.provider.begin(client, redirectUri, settings.oidc_scopes);
    const kept = { next: appPath(next), issuer: client.issuer, clientId: client.id, redirectUri };
    const until = parts.clock.now() + ROUND_MS;
    const cookie = roundCookie(parts.source.sealingKey, { ...round, ...kept, until }, app.startsWith('https:'));
    return { address, cookie };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const failure = new Failure('sign_in_provider_failed');
    failure.cause = error;
    throw failure;
  }
}

/** The address of the app to which a browser that has come back goes on. */
async function comeBack(runner: Runner, parts: OidcRouteParts, request: Request): Promise<string> {
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

/** Signing in with the company's account. */
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
      const { address, cookie } = await begin(runner, parts, request, request.query.next);
      return reply.code(302).headers({ location: address, 'set-cookie': cookie }).send(null);
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
        client: request.clientAddress,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        formerToken: bearerToken(request) ?? null,
      });
      reply.header('set-cookie', noRoundCookie(appAddress.isSecure));
      return answer;
    });
  };

/** What the provider calls. Register it: it takes a form, which no other route does. */
export const backchannelRoutes =
  (runner: Runner, parts: OidcRouteParts) =>
  async (routes: Routes): Promise<void> => {
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
