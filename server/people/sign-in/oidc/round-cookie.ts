import { MINUTE } from '#platform';
import { open, seal } from '#settings';
import type { Round } from './oidc-provider.ts';

/** For how long somebody may be at the provider, in milliseconds. */
export const ROUND_MS = 10 * MINUTE;

const NAME = 'kwit_oidc';
const PURPOSE = JSON.stringify(['sign-in', 'oidc']);
/** Only what signs in gets it, no page reads it, and no other site sends it with what it posts. */
const ATTRIBUTES = 'Path=/api/auth/oidc; HttpOnly; SameSite=Lax';

/** The sealed cookie of a browser, from the way to the provider until its code is redeemed. */
export interface RoundUntil extends Round {
  /** The path of the app to open then. */
  readonly next: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** When it ends, in milliseconds. */
  readonly until: number;
}

const cookie = (value: string, seconds: number, isSecure: boolean): string =>
  `${NAME}=${value}; Max-Age=${seconds}; ${ATTRIBUTES}${isSecure ? '; Secure' : ''}`;

/** The header `Set-Cookie` by which a browser keeps the round. */
export const roundCookie = (key: Buffer, round: RoundUntil, isSecure: boolean): string =>
  cookie(seal(key, JSON.stringify(round), PURPOSE), ROUND_MS / 1000, isSecure);

/** The header `Set-Cookie` by which it forgets it. */
export const noRoundCookie = (isSecure: boolean): string => cookie('', 0, isSecure);

/** The browser's cookie, opened; null when it has none, when it has ended, or when Kwit did not seal it. */
export function roundIn(cookies: string | undefined, key: Buffer, now: number): RoundUntil | null {
  const [, sealed] = /(?:^|;\s*)kwit_oidc=([A-Za-z0-9+/=]+)/.exec(cookies ?? '') ?? [];
  const text = sealed === undefined ? null : open(key, sealed, PURPOSE);
  if (text === null) return null;
  const round = JSON.parse(text) as RoundUntil;
  return round.until > now ? round : null;
}

/** The path of the app that `next` names; `/` for everything else (docs/rules/sign-in.md#company-account). */
export function appPath(next: string | undefined): string {
  const origin = 'http://app.invalid';
  if (next === undefined || next.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\'))
    return '/';
  const url = URL.parse(next, origin);
  if (url === null || url.origin !== origin || /^\/(api|login)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}${url.hash}`;
}
