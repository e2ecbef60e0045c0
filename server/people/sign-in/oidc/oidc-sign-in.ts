import { randomBytes } from 'node:crypto';
import type { SignedInTo } from '#contract/sign-in.ts';
import {
  contextOf,
  Failure,
  HOUR,
  keyedHash,
  loadSecrets,
  MINUTE,
  type RequestContext,
  type Runner,
  shifted,
  type TerminalCommand,
  type Work,
} from '#platform';
import { type EffectiveSettings, readSettings, storeSetting } from '#settings';
import { claimOnce, SignInStepStore } from '../../code-store.ts';
import type { Visitor } from '../../sessions/authentication.ts';
import { clientHash } from '../../sessions/limits.ts';
import { endFormerSession, finishSignIn, type StartedSession } from '../../sessions/sessions.ts';
import { isBarred } from '../../users/addresses.ts';
import { type StoredUser, UserStore } from '../../users/user-store.ts';
import { changeUser } from '../../users/users.ts';
import { type AskedForPasskey, admit, OIDC_PROVEN } from '../passkeys/passkey-challenges.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import { startSession } from '../verify-code.ts';
import { type LinkedPerson, personOfAccount, recordAttempt, SignInRefused } from './account-person.ts';
import { groupsIn, type ProviderClaims, sharesGroup } from './claims.ts';
import {
  type Account,
  type Client,
  clientOf,
  failureLine,
  type OidcProvider,
  ProviderFailed,
  ProviderRefused,
} from './oidc-provider.ts';
import type { OidcLine } from './oidc-words.ts';
import { ROUND_MS, type RoundUntil } from './round-cookie.ts';

/** For how long the code behind /login#code= can be redeemed, in milliseconds. */
const REDEEM_MS = MINUTE;
/** For a code that the command line prints. */
export const LINK_MS = 10 * MINUTE;

/** Puts a person into the teams of their groups, and takes them out of the others. @returns what is wrong. */
export type FollowTeams = (
  runner: Runner,
  context: RequestContext<null>,
  user: StoredUser,
  teams: { readonly mapped: readonly string[]; readonly wanted: readonly string[] },
) => Promise<OidcLine[]>;

export interface OidcParts extends SignInParts {
  readonly provider: OidcProvider;
  readonly followTeams: FollowTeams;
}

export interface Redeemable {
  /** The value of the browser's cookie; null for a code of the command line. */
  readonly binding: string | null;
  readonly next: string;
  /** The company account that signs in; null for the owner of `email`. */
  readonly identity: { readonly id: string; readonly session: string | null } | null;
  readonly email: string;
}

export const codeId = ({ secrets }: Pick<SignInParts, 'secrets'>, code: string): string =>
  keyedHash(secrets, `redeem|${code}`);

/** Leaves a code that can be redeemed once. */
export async function leaveCode(
  work: Work<null>,
  parts: Pick<SignInParts, 'secrets'>,
  { userId, lifetimeMs, ...content }: Redeemable & { readonly userId: string | null; readonly lifetimeMs: number },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await work.of(SignInStepStore).add({
    id: codeId(parts, code),
    kind: 'redeem',
    user_id: userId,
    content: JSON.stringify(content satisfies Redeemable),
    expires_at: shifted(work.now, lifetimeMs),
  });
  return code;
}

/** The claims for which `userinfo` is asked. */
function neededClaims(settings: EffectiveSettings): string[] {
  const usesGroups =
    settings.oidc_developer_groups.length > 0 ||
    settings.oidc_required_groups.length > 0 ||
    Object.keys(settings.oidc_teams).length > 0;
  return [
    'email',
    'email_verified',
    'name',
    ...(settings.oidc_email_claim === null ? [] : [settings.oidc_email_claim]),
    ...(usesGroups ? [settings.oidc_groups_claim] : []),
  ];
}

/**
 * GET /api/auth/oidc/callback: what the browser brings back becomes a code to redeem.
 *
 * @throws SignInRefused
 */
export async function completeSignIn(
  runner: Runner,
  context: RequestContext<null>,
  parts: OidcParts,
  { round, query }: { readonly round: RoundUntil | null; readonly query: string },
): Promise<string> {
  const settings = await runner.read(context, (work) => readSettings(work, parts.source));
  const client = clientOf(settings);
  if (client === null) throw new Failure('not_found');
  if (round === null) throw new SignInRefused('sign_in_expired');
  const came = new URL(round.redirectUri);
  came.search = query;
  // A browser that has not begun here leaves no trace, so that a stranger cannot fill the list of attempts.
  if (round.issuer !== client.issuer || round.clientId !== client.id) throw new SignInRefused('sign_in_failed');
  if (came.searchParams.get('state') !== round.state) throw new SignInRefused('sign_in_failed');
  // Each way to the provider and back is taken once, however often the browser comes back.
  const claim = keyedHash(parts.secrets, `state|${round.state}`);
  if (!(await runner.write(context, (work) => claimOnce(work, 'state', claim, ROUND_MS + MINUTE))))
    throw new SignInRefused('sign_in_failed');
  let claims: ProviderClaims = {};
  try {
    const account = await askProvider(parts.provider, client, came, round, neededClaims(settings));
    claims = account.claims;
    return await signInAccount(runner, context, parts, { settings, account, round });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    await runner.write(context, (work) => recordAttempt(work, claims, error));
    throw error;
  }
}

/** @throws SignInRefused in the words of the provider. */
async function askProvider(
  provider: OidcProvider,
  client: Client,
  came: URL,
  round: RoundUntil,
  needed: readonly string[],
): Promise<Account> {
  try {
    return await provider.complete(client, came, round, needed);
  } catch (error) {
    if (error instanceof ProviderFailed)
      throw new SignInRefused('sign_in_provider_failed', [failureLine(error, client.issuer)]);
    if (!(error instanceof ProviderRefused)) throw error;
    throw new SignInRefused(error.isCancelled ? 'sign_in_cancelled' : 'sign_in_failed', [['words', error.message]]);
  }
}

async function signInAccount(
  runner: Runner,
  context: RequestContext<null>,
  parts: OidcParts,
  { settings, account, round }: { settings: EffectiveSettings; account: Account; round: RoundUntil },
): Promise<string> {
  const { user, identity } = await runner.write(context, (work) =>
    personOfAccount(work, { settings, source: parts.source }, account),
  );
  const problems = await followGroups(runner, context, parts, { settings, user, claims: account.claims });
  return runner.write(context, async (work) => {
    await recordAttempt(work, account.claims, { user, problems });
    return leaveCode(work, parts, {
      binding: round.state,
      next: round.next,
      identity: { id: identity.id, session: account.session },
      email: user.email,
      userId: user.id,
      lifetimeMs: REDEEM_MS,
    });
  });
}

/** Brings role and teams in step with the groups. A change that cannot be made is told. */
async function followGroups(
  runner: Runner,
  context: RequestContext<null>,
  parts: OidcParts,
  { settings, user, claims }: { settings: EffectiveSettings; user: LinkedPerson['user']; claims: ProviderClaims },
): Promise<OidcLine[]> {
  const { oidc_developer_groups, oidc_teams, developer_emails } = settings;
  const { groups, problem } = groupsIn(claims, settings.oidc_groups_claim);
  const asksGroups = oidc_developer_groups.length > 0 || Object.keys(oidc_teams).length > 0;
  const problems: OidcLine[] = asksGroups && problem !== null ? [problem] : [];
  const listed = developer_emails.includes(user.email) ? ('developer' as const) : null;
  const byGroups = groups && (sharesGroup(groups, oidc_developer_groups) ? 'developer' : 'user');
  const role = oidc_developer_groups.length > 0 ? byGroups : listed;
  if (role !== null && role !== user.role) {
    try {
      await runner.write(context, (work) => changeUser(work, parts.source, user.id, { role }));
    } catch (error) {
      const stays = STAYS.find((code) => error instanceof Failure && error.code === code);
      if (stays === undefined) throw error;
      problems.push([stays]);
    }
  }
  if (groups === null) return problems;
  const joined = Object.entries(oidc_teams).flatMap(([group, team]) => (sharesGroup(groups, [group]) ? [team] : []));
  const teams = { mapped: Object.values(oidc_teams), wanted: joined };
  return [...problems, ...(await parts.followTeams(runner, context, user, teams))];
}

/** Why somebody stays a developer whom the groups make none. */
const STAYS = ['last_developer', 'would_be_orphaned'] as const;

/** `binding` is what the cookie of the browser has. */
type Redeeming = Visitor & { readonly code: string; readonly binding: string | null };

/**
 * POST /api/auth/oidc/redeem: gives the browser that has come back a session, once.
 *
 * @throws Failure `invalid_or_expired_code`, `passkey_required`.
 */
export const redeemCode = (
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  redeeming: Redeeming,
): Promise<SignedInTo> =>
  finishSignIn(runner, context, parts.securityLog, redeeming, (work) => redeem(work, parts, redeeming));

async function redeem(
  work: Work<null>,
  parts: SignInParts,
  { code, binding, client, userAgent, formerToken }: Redeeming,
): Promise<(StartedSession & { readonly next: string }) | AskedForPasskey> {
  const id = codeId(parts, code);
  const step = await work.of(SignInStepStore).find(id, work.now);
  const content: Redeemable | null = step?.kind === 'redeem' ? JSON.parse(step.content) : null;
  if (content === null || (content.binding !== null && content.binding !== binding))
    throw new Failure('invalid_or_expired_code');
  if (!(await work.of(SignInStepStore).use({ id }))) throw new Failure('invalid_or_expired_code');
  const { tokens, secrets, source } = parts;
  await endFormerSession(work, tokens, formerToken);
  const settings = await readSettings(work, source);
  const coming = { tokens, client: clientHash(secrets, client), userAgent };
  const { email, identity, next } = content;
  if (identity === null) {
    const owner = await work.of(UserStore).byEmail({ email });
    if (await isBarred(work, email)) throw new Failure('invalid_or_expired_code');
    const language = owner?.language ?? settings.default_language;
    return { ...(await startSession(work, { settings, email, language, ...coming })), next };
  }
  const user = await work.of(UserStore).find(step?.user_id ?? '');
  if (user === undefined || user.is_active === 0) throw new Failure('invalid_or_expired_code');
  await work.of(UserStore).change(user.id, { last_login: work.now });
  if (user.role === 'developer') await storeSetting(work, OIDC_PROVEN, true, user.id);
  const lifetimeMs = settings.oidc_session_hours * HOUR;
  const signedIn = { ...user, last_login: work.now };
  const session = { ...coming, method: 'oidc' as const, identity, lifetimeMs };
  const started = await admit(work, signedIn, { settings, secrets, session, next });
  return 'refusal' in started ? started : { ...started, next };
}

/**
 * `kwit sign-in link <address>`: prints an address that signs its owner in once, within 10 minutes, so that nobody is locked
 * out of their own server (docs/rules/sign-in.md#nobody-is-locked-out).
 */
export const printSignInLink =
  (address: string): TerminalCommand =>
  async ({ runner, source, config, say }) => {
    const link = await runner.write(contextOf('sign-in link'), async (work) => {
      const settings = await readSettings(work, source);
      const user = await work.of(UserStore).byEmail({ email: address });
      if (user === undefined && !settings.developer_emails.includes(address))
        throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
      if (user?.is_active === 0)
        throw new Failure('forbidden', {
          message: `${address} is deactivated: ${config.command} person activate ${address}.`,
        });
      const content = { binding: null, next: '/', identity: null, email: address };
      const code = await leaveCode(
        work,
        { secrets: loadSecrets(config) },
        { ...content, userId: user?.id ?? null, lifetimeMs: LINK_MS },
      );
      return `${settings.app_url || `http://127.0.0.1:${config.port}`}/login#code=${code}`;
    });
    say(link);
    return true;
  };
