import { Type } from 'typebox';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { Session } from '#contract/sessions.ts';
import { CodeAttempt, CodeRequest, FirstDeveloper, SignedIn, Success } from '#contract/sign-in.ts';
import { ProfileChange, User } from '#contract/users.ts';
import { type Config, pageOf, type Runner, type Secrets, type SettingsSource } from '#platform';
import { type Mailers, NoContent, operation, type Routes } from '#platform/serving';
import type { SecurityLog } from '#settings';
import { visitorOf } from '../sessions/authentication.ts';
import { endSession, listSessions, signOut, signOutEverywhere } from '../sessions/sessions.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { changeProfile, showMe } from '../users/users.ts';
import { becomeFirstDeveloper } from './first-developer.ts';
import { type MailPace, requestCode } from './request-code.ts';
import { verifyCode } from './verify-code.ts';

const tag = 'Sign-in';
const own = { tag, access: 'signed-in', scope: 'session' } as const;
const open = { tag, access: 'public', whileReadOnly: true } as const;
const leaving = { ...own, whileReadOnly: true } as const;

const signingOut = operation({
  operationId: 'signOut',
  summary: 'Sign out: revoke the token that is sent',
  ...leaving,
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const signingOutEverywhere = operation({
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere: revoke every token of this person',
  ...leaving,
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const listing = operation({
  operationId: 'listSessions',
  summary: 'List where one is signed in',
  ...own,
  query: PageFilter,
  answers: { 200: Type.Array(Session) },
});

const ending = operation({
  operationId: 'endSession',
  summary: 'Sign out somewhere else',
  ...leaving,
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'session_not_found'],
});

/** @param unusedSessionMs after how many milliseconds without a use a session is over. */
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

export interface SignInParts {
  readonly source: SettingsSource;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly mailers: Pick<Mailers, 'mailerFor'>;
  readonly pace: MailPace;
  readonly securityLog: SecurityLog;
  readonly limits: Pick<Config, 'codeRequestsPerAddress' | 'codeRequestsPerClient' | 'codeResendSeconds'>;
}

const requesting = operation({
  operationId: 'requestCode',
  summary: 'Have a one-time code mailed',
  ...open,
  body: CodeRequest,
  answers: { 200: Success },
  refuses: ['too_many_requests', 'domain_not_allowed', 'mail_delivery_failed'],
});

const verifying = operation({
  operationId: 'verifyCode',
  summary: 'Sign in with a one-time code',
  ...open,
  body: CodeAttempt,
  answers: { 200: SignedIn },
  refuses: ['too_many_requests', 'domain_not_allowed', 'invalid_or_expired_code', 'passkey_required'],
});

const becomingFirst = operation({
  operationId: 'becomeFirstDeveloper',
  summary: 'Become the first developer, by the address that Kwit printed at its start',
  ...open,
  body: FirstDeveloper,
  answers: { 200: SignedIn },
  refuses: ['not_found', 'too_many_requests', 'domain_not_allowed', 'invalid_or_expired_code'],
});

const showing = operation({
  operationId: 'getMe',
  summary: 'Read who is signed in',
  ...own,
  scope: 'read',
  answers: { 200: User },
});

const changing = operation({
  operationId: 'changeMe',
  summary: 'Change name, language or notifications',
  ...own,
  scope: 'write',
  body: ProfileChange,
  answers: { 200: User },
  refuses: ['too_many_requests'],
});

export const signInRoutes =
  (runner: Runner, parts: SignInParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/request-otp', requesting, async (request, reply) => {
      const codeRequest = { ...request.body, client: request.clientAddress };
      const mode = await requestCode(runner, request.anonymous, parts, codeRequest);
      // Nobody gets a mail: the page says where the code stands.
      if (mode === 'dev-fallback') void reply.header('link', '</dev/mailbox>; rel="related"');
      return { success: true };
    });
    routes.post('/api/auth/verify-otp', verifying, (request) =>
      verifyCode(runner, request.anonymous, parts, { ...request.body, ...visitorOf(request) }),
    );
    routes.post('/api/setup/first', becomingFirst, (request) =>
      becomeFirstDeveloper(runner, request.anonymous, parts, { ...request.body, ...visitorOf(request) }),
    );
    routes.get('/api/auth/me', showing, (request) => request.read(showMe));
    routes.patch('/api/auth/me', changing, (request) => request.write((work) => changeProfile(work, request.body)));
  };
