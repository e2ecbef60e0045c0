import type { SignInAttempt } from '#contract/sign-in.ts';
import type { Language, SignInError } from '#contract/words.ts';
import { type Actor, domainOf, Failure, type SettingsSource, type Work } from '#platform';
import { countRefusedSignIn, type EffectiveSettings, recordAudit } from '#settings';
import { changeAddress, isBarred, nameFrom } from '../../users/addresses.ts';
import { type StoredUser, UserStore } from '../../users/user-store.ts';
import { addUser } from '../../users/users.ts';
import { addressIn, groupsIn, isVerified, nameIn, type ProviderClaims, sharesGroup, shownClaims } from './claims.ts';
import { IdentityStore, SignInAttemptStore, type StoredIdentity } from './identity-store.ts';
import type { Account } from './oidc-provider.ts';
import { type OidcLine, oidcText } from './oidc-words.ts';

/** A sign-in with the company's account is refused. `problems` are for developers. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly code: SignInError;
  readonly problems: readonly OidcLine[];
  readonly userId: string | null;

  constructor(code: SignInError, problems: readonly OidcLine[] = [], userId: string | null = null) {
    super(code);
    this.code = code;
    this.problems = problems;
    this.userId = userId;
  }
}

/** An address that may be linked, by the claims. */
interface Address {
  readonly email: string | null;
  readonly refusal: { readonly code: SignInError; readonly problem: OidcLine } | null;
}

/**
 * Judges the address of the claims: only one that the provider calls verified, in an allowed domain, may lead to an account
 * (docs/rules/sign-in.md#linking).
 */
export function addressOfAccount(settings: EffectiveSettings, claims: ProviderClaims): Address {
  const name = settings.oidc_email_claim ?? 'email';
  const email = addressIn(claims, name);
  const refused = (code: SignInError, ...problem: OidcLine): Address => ({ email, refusal: { code, problem } });
  if (email === null)
    return Object.hasOwn(claims, name)
      ? refused('email_not_verified', 'strange_address', name)
      : refused('email_not_verified', 'no_address', name);
  if (!settings.oidc_trust_email && !isVerified(claims)) return refused('email_not_verified', 'unverified');
  if (!settings.allowed_domains.includes(domainOf(email)))
    return refused('domain_not_allowed', 'domain', domainOf(email));
  return { email, refusal: null };
}

/** @throws SignInRefused `not_in_group` when the account is in none of the groups that are required. */
export function requireGroups(settings: EffectiveSettings, claims: ProviderClaims): void {
  const required = settings.oidc_required_groups;
  if (required.length === 0) return;
  const { groups, problem } = groupsIn(claims, settings.oidc_groups_claim);
  if (groups !== null && sharesGroup(groups, required)) return;
  throw new SignInRefused('not_in_group', [problem ?? ['not_in_group', required.join(', ')]]);
}

interface Rules {
  readonly settings: EffectiveSettings;
  readonly source: SettingsSource;
}

export interface LinkedPerson {
  readonly user: StoredUser;
  readonly identity: StoredIdentity;
}

/**
 * The person of a company account. At the first time the account is linked to the owner of its address, or makes a new
 * person; later the subject alone decides (docs/rules/sign-in.md#linking).
 *
 * @throws SignInRefused
 */
export async function personOfAccount(
  work: Work<null>,
  { settings, source }: Rules,
  account: Account,
): Promise<LinkedPerson> {
  const { issuer, subject, claims } = account;
  await work.lock(`identity ${issuer} ${subject}`);
  requireGroups(settings, claims);
  const identity = await work.of(IdentityStore).ofSubject({ issuer, subject });
  if (identity === undefined) return linkedPerson(work, settings, account);
  await work.of(IdentityStore).change(identity.id, { last_used_at: work.now });
  const owner = await work.of(UserStore).find(identity.user_id);
  if (owner === undefined) throw new Error('A company account is linked to nobody.');
  if (owner.is_active === 0) throw new SignInRefused('not_allowed', [['inactive']], owner.id);
  const user = await withNewAddress(work, { settings, source }, owner, claims);
  if (!settings.allowed_domains.includes(domainOf(user.email)))
    throw new SignInRefused('domain_not_allowed', [['domain', domainOf(user.email)]], user.id);
  return { user, identity };
}

async function linkedPerson(work: Work<null>, settings: EffectiveSettings, account: Account): Promise<LinkedPerson> {
  const { email, refusal } = addressOfAccount(settings, account.claims);
  if (refusal !== null) throw new SignInRefused(refusal.code, [refusal.problem]);
  if (email === null) throw new SignInRefused('email_not_verified');
  await work.lock(`sign-in ${email}`);
  const owner = await work.of(UserStore).byEmail({ email });
  if (owner !== undefined) await refuseForOwner(work, owner, account);
  else if (await isBarred(work, email)) throw new SignInRefused('not_allowed', [['barred', email]]);
  else if (!settings.oidc_auto_create) throw new SignInRefused('no_account', [['nobody', email]]);
  const user = owner ?? (await addUser(work, newPerson(settings, email, account.claims)));
  const { issuer, subject } = account;
  const times = { created_at: work.now, last_used_at: work.now };
  const identity = { id: work.newId(), user_id: user.id, issuer, subject, ...times };
  await work.of(IdentityStore).add(identity);
  await recordAudit(work, 'identity.linked', identity.id, { user_id: user.id });
  return { user, identity };
}

/** @throws SignInRefused `not_allowed`, `already_linked`. */
async function refuseForOwner(work: Work<null>, owner: StoredUser, { issuer }: Account): Promise<void> {
  if (owner.is_active === 0) throw new SignInRefused('not_allowed', [['inactive']], owner.id);
  const linked = await work.of(IdentityStore).ofUser({ user: owner.id });
  if (!linked.some((identity) => identity.issuer === issuer)) return;
  throw new SignInRefused('already_linked', [['linked', owner.email]], owner.id);
}

function newPerson({ default_language }: EffectiveSettings, email: string, claims: ProviderClaims) {
  const [, spoken] = /^(pl|en)\b/.exec(typeof claims.locale === 'string' ? claims.locale : '') ?? [];
  const language = spoken === 'pl' || spoken === 'en' ? spoken : default_language;
  return { email, name: nameIn(claims) ?? nameFrom(email), role: 'user', language, last_login: null } as const;
}

/** Takes over an address that has changed at the provider, if it may be linked and nobody has it. */
async function withNewAddress(
  work: Work<null>,
  { settings, source }: Rules,
  user: StoredUser,
  claims: ProviderClaims,
): Promise<StoredUser> {
  const { email, refusal } = addressOfAccount(settings, claims);
  if (email === null || refusal !== null || email === user.email) return user;
  try {
    await changeAddress(work, source, user, email);
    return { ...user, email };
  } catch (error) {
    // Nothing is written before it is refused.
    if (error instanceof Failure && error.code === 'user_exists') return user;
    throw error;
  }
}

/** How many attempts are kept. */
const KEPT = 20;
/** How many of them may be of nobody: strangers leave room for those that reached a person. */
const MOST_OF_STRANGERS = 10;

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
  await work.of(SignInAttemptStore).add(attempt);
  await work.of(SignInAttemptStore).forgetOlderOfStrangers({ keep: MOST_OF_STRANGERS });
  await work.of(SignInAttemptStore).forgetOlder({ keep: KEPT });
  if (isRefused) await countRefusedSignIn(work, outcome.code);
}

/** GET /api/settings/oidc/attempts: newest first. */
export async function listAttempts(work: Work, language: Language): Promise<SignInAttempt[]> {
  const attempts = await work.of(SignInAttemptStore).list({ limit: KEPT });
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
