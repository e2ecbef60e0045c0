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
import { NoContent, operation, type Routes, type SettingsSource } from '#platform';
import { readSettings } from '#settings';
import { listIdentities, removeIdentity } from './identity-store.ts';
import { checkProvider } from './oidc-check.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { listAttempts } from './sign-in-attempts.ts';

const checking = operation({
  operationId: 'checkOidc',
  summary: 'See in words whether the provider answers as it should',
  tag: 'Settings',
  access: 'developer',
  scope: 'session',
  body: OidcCheck,
  answers: { 200: OidcCheckResult },
  refuses: ['too_many_requests'],
});

const listingAttempts = operation({
  operationId: 'listOidcAttempts',
  summary: "Read the last 20 sign-ins with the company's account, and what is wrong",
  tag: 'Settings',
  access: 'developer',
  scope: 'read',
  query: AttemptsFilter,
  answers: { 200: Type.Array(SignInAttempt) },
  refuses: [],
});

const listing = operation({
  operationId: 'listIdentities',
  summary: 'List the company accounts that are linked to a person',
  tag: 'Users',
  access: 'developer',
  scope: 'read',
  params: IdPath,
  answers: { 200: Type.Array(Identity) },
  refuses: ['user_not_found'],
});

const unlinking = operation({
  operationId: 'removeIdentity',
  summary: 'Unlink a company account from a person',
  tag: 'Users',
  access: 'developer',
  scope: 'session',
  params: IdentityPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'user_not_found', 'identity_not_found'],
});

/** What developers see of signing in with the company's account. */
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
