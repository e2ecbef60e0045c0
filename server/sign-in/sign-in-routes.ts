import { CodeAttempt, CodeRequest, SignedIn, Success } from '../../contract/sign-in.ts';
import { ProfileChange, User } from '../../contract/users.ts';
import { operation } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import { changeProfile } from '../users/change-profile.ts';
import type { Runner } from '../work.ts';
import { bearerToken } from './authentication.ts';
import { requestCode } from './request-code.ts';
import { showMe } from './show-me.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { verifyCode } from './verify-code.ts';

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
  refuses: ['too_many_requests', 'domain_not_allowed', 'invalid_or_expired_code'],
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
    routes.post('/api/auth/request-otp', requesting, async (request) => {
      await requestCode(runner, request.anonymous, parts, { ...request.body, client: request.clientAddress });
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
