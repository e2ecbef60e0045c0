import type { SignInAttempt } from '#contract/sign-in.ts';
import type { Language } from '#contract/users.ts';
import type { Actor, Work } from '#platform';
import { countRefusedSignIn } from '#settings';
import type { StoredUser } from '../../users/user-store.ts';
import { SignInRefused } from './account-person.ts';
import { type ProviderClaims, shownClaims } from './claims.ts';
import { SignInAttemptStore } from './identity-store.ts';
import { type OidcLine, oidcText } from './oidc-words.ts';

/** How many attempts are kept. */
const KEPT = 20;

/** Keeps what came and what it led to, for developers alone (docs/rules/sign-in.md#attempts). */
export async function recordAttempt(
  work: Work<Actor>,
  claims: ProviderClaims,
  outcome: SignInRefused | { readonly user: StoredUser; readonly problems: readonly OidcLine[] },
): Promise<void> {
  const isRefused = outcome instanceof SignInRefused;
  const attempt = {
    id: work.newId(),
    at: work.now,
    user_id: isRefused ? outcome.userId : outcome.user.id,
    error: isRefused ? outcome.code : null,
    claims: JSON.stringify(shownClaims(claims)),
    problems: JSON.stringify(outcome.problems),
  };
  await work.of(SignInAttemptStore).add(attempt, KEPT);
  if (isRefused) await countRefusedSignIn(work, outcome.code);
}

/** GET /api/settings/oidc/attempts: newest first. */
export async function listAttempts(work: Work, language: Language): Promise<SignInAttempt[]> {
  const attempts = await work.of(SignInAttemptStore).list(KEPT);
  return attempts.map(({ at, user_id, error, claims, problems }) => ({
    at,
    outcome: error === null ? 'signed_in' : 'refused',
    error: error as SignInAttempt['error'],
    user_id,
    claims: JSON.parse(claims),
    problems: (JSON.parse(problems) as (OidcLine | string)[]).map((line) =>
      // An earlier version kept sentences.
      typeof line === 'string' ? line : oidcText(line, language),
    ),
  }));
}
