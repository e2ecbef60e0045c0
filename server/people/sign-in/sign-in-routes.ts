import { Type } from 'typebox';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { Session } from '#contract/sessions.ts';
import { CodeAttempt, CodeRequest, SignedIn, Success } from '#contract/sign-in.ts';
import { ProfileChange, User } from '#contract/users.ts';
import {
  type Config,
  type Mailers,
  NoContent,
  operation,
  pageOf,
  type Routes,
  type Runner,
  type Secrets,
  type SettingsSource,
} from '#platform';
import type { SecurityLog } from '#settings';
import { changeProfile } from '../users/users.ts';
import { bearerToken } from './authentication.ts';
import { type MailPace, requestCode } from './request-code.ts';
import { endSession, listSessions, showMe, signOut, signOutEverywhere } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import { verifyCode } from './verify-code.ts';

const described = { tag: 'Sign-in', access: 'signed-in' } as const;

const signingOut = operation({
  operationId: 'signOut',
  summary: 'Sign out: revoke the token that is sent',
  ...described,
  scope: 'session',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const signingOutEverywhere = operation({
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere: revoke every token of this person',
  ...described,
  scope: 'session',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const listing = operation({
  operationId: 'listSessions',
  summary: 'List where one is signed in',
  ...described,
  scope: 'session',
  query: PageFilter,
  answers: { 200: Type.Array(Session) },
  refuses: [],
});

const ending = operation({
  operationId: 'endSession',
  summary: 'Sign out somewhere else',
  ...described,
  scope: 'session',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'session_not_found'],
});

/**
 * A person's own sessions: list them, end them.
 *
 * @param unusedSessionMs after how many milliseconds without a use a session is over.
 */
export const sessionRoutes =
  (unusedSessionMs: number) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/logout', signingOut, (request) => request.write(signOut));
    routes.post('/api/auth/logout-all', signingOutEverywhere, (request) => request.write(signOutEverywhere));
    routes.get('/api/auth/sessions', listing, async (request, reply) =>
      pageOf(request, reply, await request.read((work) => listSessions(work, unusedSessionMs))),
    );
    routes.delete('/api/auth/sessions/:id', ending, (request) =>
      request.write((work) => endSession(work, request.params.id, unusedSessionMs)),
    );
  };

/** What the operations of sign-in use besides the database. */
export interface SignInParts {
  readonly source: SettingsSource;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly mailers: Pick<Mailers, 'mailerFor'>;
  readonly pace: MailPace;
  readonly securityLog: SecurityLog;
  readonly limits: Pick<Config, 'codeRequestsPerAddress' | 'codeRequestsPerClient' | 'codeResendSeconds'>;
}

const tag = 'Sign-in';

const requesting = operation({
  operationId: 'requestCode',
  summary: 'Have a one-time code mailed',
  tag,
  access: 'public',
  body: CodeRequest,
  answers: { 200: Success },
  refuses: ['too_many_requests', 'domain_not_allowed', 'mail_delivery_failed'],
});

const verifying = operation({
  operationId: 'verifyCode',
  summary: 'Sign in with a one-time code',
  tag,
  access: 'public',
  body: CodeAttempt,
  answers: { 200: SignedIn },
  refuses: ['too_many_requests', 'domain_not_allowed', 'invalid_or_expired_code', 'passkey_required'],
});

const showing = operation({
  operationId: 'getMe',
  summary: 'Read who is signed in',
  tag,
  access: 'signed-in',
  scope: 'read',
  answers: { 200: User },
  refuses: [],
});

const changing = operation({
  operationId: 'changeMe',
  summary: 'Change name, language or notifications',
  tag,
  access: 'signed-in',
  scope: 'write',
  body: ProfileChange,
  answers: { 200: User },
  refuses: ['too_many_requests'],
});

export const signInRoutes =
  (runner: Runner, parts: SignInParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/request-otp', requesting, async (request, reply) => {
      const asked = { ...request.body, client: request.clientAddress };
      const mode = await requestCode(runner, request.anonymous, parts, asked);
      // Nobody gets a mail: the page says where the code stands.
      if (mode === 'dev-fallback') void reply.header('link', '</dev/mailbox>; rel="related"');
      return { success: true };
    });
    routes.post('/api/auth/verify-otp', verifying, (request) =>
      verifyCode(runner, request.anonymous, parts, {
        ...request.body,
        client: request.clientAddress,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        formerToken: bearerToken(request) ?? null,
      }),
    );
    routes.get('/api/auth/me', showing, (request) => request.read(showMe));
    routes.patch('/api/auth/me', changing, (request) => request.write((work) => changeProfile(work, request.body)));
  };
