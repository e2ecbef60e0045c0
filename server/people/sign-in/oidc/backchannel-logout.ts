import { createVerifier } from 'fast-jwt';
import { type Clock, Failure, keyedHash, MINUTE, type RequestContext, type Runner, SECOND, shifted } from '#platform';
import { readSettings } from '#settings';
import { SessionStore } from '../session-store.ts';
import { SignInStepStore } from '../step-store.ts';
import { IdentityStore } from './identity-store.ts';
import { type Client, clientOf, ProviderFailed } from './oidc-provider.ts';
import type { OidcParts } from './oidc-sign-in.ts';

/** How far the time of a logout token may be off, in milliseconds. */
const AROUND_MS = 5 * MINUTE;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures by a key pair alone: a public key is no secret for HMAC. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

/** Whose sessions end: those of a session at the provider, else those of a subject. */
export interface LogoutOrder {
  readonly issuer: string;
  readonly session: string | null;
  readonly subject: string | null;
  readonly jti: string;
}

type Part = Readonly<Record<string, unknown>>;

const partOf = (token: string, index: number): Part | null => {
  try {
    const part: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));
    return typeof part === 'object' && part !== null ? (part as Part) : null;
  } catch {
    return null;
  }
};

const textIn = (claims: Part, name: string): string | null => {
  const value = claims[name];
  return typeof value === 'string' && value !== '' && value.length <= 300 ? value : null;
};

/**
 * What a logout token orders whose signature is right; null when it is none for this client at this moment
 * (OpenID Connect Back-Channel Logout § 2.6).
 */
export function logoutOrder(claims: Part, { issuer, id }: Client, now: number): LogoutOrder | null {
  const { iss, aud, iat, exp, events } = claims;
  if (iss !== issuer || Object.hasOwn(claims, 'nonce')) return null;
  if (!(Array.isArray(aud) ? aud : [aud]).includes(id)) return null;
  if (typeof iat !== 'number' || Math.abs(iat * SECOND - now) > AROUND_MS) return null;
  if (exp !== undefined && !(typeof exp === 'number' && exp * SECOND + MINUTE > now)) return null;
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return null;
  const [session, subject, jti] = [textIn(claims, 'sid'), textIn(claims, 'sub'), textIn(claims, 'jti')];
  return jti === null || (session === null && subject === null) ? null : { issuer, session, subject, jti };
}

/** The claims of a token that one of these keys has signed; null for any other. */
function signedClaims(token: string, keys: readonly string[]): Part | null {
  const header = partOf(token, 0);
  if (header === null || header.crit !== undefined) return null;
  for (const key of keys) {
    try {
      const verify = createVerifier({
        key,
        algorithms: [...ALGORITHMS],
        ignoreExpiration: true,
        ignoreNotBefore: true,
      });
      return verify(token) as Part;
    } catch {
      // Another key of the provider may have signed it.
    }
  }
  return null;
}

/**
 * POST /api/auth/oidc/backchannel-logout: ends the sessions of which the provider says that they are over
 * (docs/rules/sign-in.md#signing-out-at-the-provider).
 *
 * @throws Failure `invalid_logout_token`, `not_found` when no provider is set up.
 */
export async function logOutFromProvider(
  runner: Runner,
  context: RequestContext<null>,
  parts: OidcParts & { readonly clock: Clock },
  token: string,
): Promise<void> {
  const client = clientOf(await runner.read(context, (work) => readSettings(work, parts.source)));
  if (client === null) throw new Failure('not_found');
  const kid = partOf(token, 0)?.kid;
  const keys = await keysOf(parts, client, typeof kid === 'string' ? kid : undefined);
  const claims = signedClaims(token, keys);
  const order = claims && logoutOrder(claims, client, parts.clock.now());
  if (order === null) throw new Failure('invalid_logout_token');
  const isNew = await runner.write(context, async (work) => {
    const step = {
      id: keyedHash(parts.secrets, `logout|${order.issuer}|${order.jti}`),
      kind: 'logout',
      user_id: null,
      content: '{}',
      expires_at: shifted(work.now, 3 * AROUND_MS),
    };
    if (!(await work.of(SignInStepStore).add(step))) return false;
    if (order.session !== null) await work.of(SessionStore).revokeOfProvider(order.issuer, order.session, work.now);
    else {
      const identity = await work.of(IdentityStore).find(order.issuer, order.subject ?? '');
      if (identity !== undefined) await work.of(SessionStore).revokeOfIdentity(identity.id, work.now);
    }
    return true;
  });
  if (!isNew) throw new Failure('invalid_logout_token');
}

async function keysOf({ provider }: OidcParts, client: Client, kid: string | undefined): Promise<string[]> {
  try {
    return await provider.keysFor(client, kid);
  } catch (error) {
    throw error instanceof ProviderFailed ? new Failure('sign_in_provider_failed') : error;
  }
}
