import type { Identity, OidcCheck, OidcCheckResult, SignInAttempt } from '../../../contract/sign-in.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';

export type { Identity, OidcCheckResult, SignInAttempt };
export type OidcDraft = NonNullable<OidcCheck['draft']>;

type Lang = NonNullable<OidcCheck['lang']>;

/** The last sign-ins with the company's account, with what is wrong in a language. */
export const attemptsQuery = (lang: Lang) =>
  readQuery(['settings', 'oidc', 'attempts', lang], '/settings/oidc/attempts', { lang }, { refetchInterval: 15_000 });

export const identitiesQuery = (id: string) => readQuery(['identities', id], `/users/${id}/identities`);

export const unlinkIdentity = (id: string, identityId: string) =>
  write('DELETE', `/users/${id}/identities/${identityId}`);

/** @param draft values that are not saved yet. */
export const checkCompanyAccount = (draft: OidcDraft, lang: Lang): Promise<OidcCheckResult> =>
  write('POST', '/settings/oidc/check', { json: { draft, lang } });
