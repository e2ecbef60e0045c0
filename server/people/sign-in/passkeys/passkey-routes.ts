import { Type } from 'typebox';
import {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChange,
  RecoveryAttempt,
  RecoveryCodes,
  RegisteredPasskey,
  SignedInByPasskey,
} from '#contract/passkeys.ts';
import { IdPath } from '#contract/scalars.ts';
import type { Runner } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { visitorOf } from '../../sessions/authentication.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import {
  beginRegistration,
  challengePasskey,
  listPasskeys,
  recoverPasskey,
  registerPasskey,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  verifyPasskey,
} from './passkeys.ts';

const open = { tag: 'Sign-in', access: 'public', whileReadOnly: true } as const;
const own = { tag: 'Sign-in', access: 'signed-in', scope: 'session' } as const;

const challenging = operation({
  operationId: 'challengePasskey',
  summary: 'Begin to sign in with a passkey',
  ...open,
  answers: { 200: PasskeyChallenge },
  refuses: ['not_found', 'too_many_requests'],
});

const verifying = operation({
  operationId: 'verifyPasskey',
  summary: 'Sign in with the answer of a passkey',
  ...open,
  body: PasskeyAnswer,
  answers: { 200: SignedInByPasskey },
  refuses: ['invalid_or_expired_code', 'not_found'],
});

const recovering = operation({
  operationId: 'recoverPasskey',
  summary: 'Sign in with a recovery code instead of the passkey that is required',
  ...open,
  body: RecoveryAttempt,
  answers: { 200: SignedInByPasskey },
  refuses: ['too_many_requests', 'invalid_or_expired_code'],
});

const beginning = operation({
  operationId: 'beginPasskeyRegistration',
  summary: 'Begin to make a passkey',
  ...own,
  registersPasskey: true,
  answers: { 200: PasskeyChallenge },
  refuses: ['too_many_requests', 'not_found', 'sign_in_again', 'limit_reached'],
});

const registering = operation({
  operationId: 'registerPasskey',
  summary: 'Keep a passkey',
  ...own,
  registersPasskey: true,
  body: NewPasskey,
  answers: { 201: RegisteredPasskey },
  refuses: [
    'too_many_requests',
    'not_found',
    'sign_in_again',
    'invalid_or_expired_code',
    'passkey_exists',
    'limit_reached',
  ],
});

const listing = operation({
  operationId: 'listPasskeys',
  summary: 'List your passkeys',
  ...own,
  answers: { 200: Type.Array(Passkey) },
});

const renaming = operation({
  operationId: 'changePasskey',
  summary: 'Name a passkey',
  ...own,
  params: IdPath,
  body: PasskeyChange,
  answers: { 200: Passkey },
  refuses: ['too_many_requests', 'passkey_not_found'],
});

const removing = operation({
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  ...own,
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'passkey_not_found', 'recent_sign_in_needed'],
});

const renewing = operation({
  operationId: 'makeRecoveryCodes',
  summary: 'Make new recovery codes; the former ones are void',
  ...own,
  answers: { 201: RecoveryCodes },
  refuses: ['too_many_requests', 'sign_in_again', 'passkey_not_found'],
});

export const passkeyRoutes =
  (runner: Runner, parts: SignInParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/passkeys/challenge', challenging, (request) =>
      runner.write(request.anonymous, (work) => challengePasskey(work, parts, request.clientAddress)),
    );
    routes.post('/api/auth/passkeys/verify', verifying, (request) =>
      verifyPasskey(runner, request.anonymous, parts, { ...request.body, ...visitorOf(request) }),
    );
    routes.post('/api/auth/passkeys/recover', recovering, (request) =>
      recoverPasskey(runner, request.anonymous, parts, { ...request.body, ...visitorOf(request) }),
    );
    routes.post('/api/auth/passkeys/register/options', beginning, (request) =>
      request.write((work) => beginRegistration(work, parts)),
    );
    routes.post('/api/auth/passkeys/register', registering, (request) =>
      request.write((work) => registerPasskey(work, parts, request.body)),
    );
    routes.get('/api/auth/passkeys', listing, (request) => request.read(listPasskeys));
    routes.patch('/api/auth/passkeys/:id', renaming, (request) =>
      request.write((work) => renamePasskey(work, request.params.id, request.body.name)),
    );
    routes.delete('/api/auth/passkeys/:id', removing, (request) =>
      request.write((work) => removePasskey(work, parts, request.params.id)),
    );
    routes.post('/api/auth/passkeys/recovery-codes', renewing, async (request) => ({
      recovery_codes: await request.write((work) => renewRecoveryCodes(work, parts)),
    }));
  };
