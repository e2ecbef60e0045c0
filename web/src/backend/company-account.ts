import { queryOptions } from '@tanstack/react-query';
import type { Identity, OidcCheck, OidcCheckResult, SignInAttempt } from '../../../contract/sign-in.ts';
import { get, write } from './client.ts';

export type { Identity, OidcCheckResult, SignInAttempt };
export type OidcDraft = NonNullable<OidcCheck['draft']>;

type Lang = NonNullable<OidcCheck['lang']>;

/** The last sign-ins with the company's account, with what is wrong in a language. */
export const attemptsQuery = (lang: Lang) =>
  queryOptions({
    queryKey: ['settings', 'oidc', 'attempts', lang],
    queryFn: ({ signal }): Promise<SignInAttempt[]> => get('/settings/oidc/attempts', { lang }, signal),
    refetchInterval: 15_000,
  });

export const identitiesQuery = (id: string) =>
  queryOptions({
    queryKey: ['identities', id],
    queryFn: ({ signal }): Promise<Identity[]> => get(`/users/${id}/identities`, {}, signal),
  });

export const unlinkIdentity = (id: string, identityId: string) =>
  write('DELETE', `/users/${id}/identities/${identityId}`);

/** @param draft values that are not saved yet. */
export const checkCompanyAccount = (draft: OidcDraft, lang: Lang): Promise<OidcCheckResult> =>
  write('POST', '/settings/oidc/check', { json: { draft, lang } });
