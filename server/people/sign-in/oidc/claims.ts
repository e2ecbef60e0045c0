import type { OidcLine } from './oidc-words.ts';

/** The claims of an ID token or of `userinfo`, as the provider sends them. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

const claim = (claims: ProviderClaims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

/** The groups claim; null when it says nothing, which changes nothing (docs/rules/sign-in.md#groups). */
export interface Groups {
  readonly groups: readonly string[] | null;
  readonly problem: OidcLine | null;
}

/** Reads the groups claim, which providers send as a list, as one text, or elsewhere when there are too many. */
export function groupsIn(claims: ProviderClaims, name: string): Groups {
  const value = claim(claims, name);
  if (typeof value === 'string') return { groups: value === '' ? [] : [value], problem: null };
  if (Array.isArray(value)) {
    const groups = value.filter((group): group is string => typeof group === 'string');
    if (groups.length > 0 || value.length === 0) return { groups, problem: null };
  } else if (isElsewhere(claims, name)) return { groups: null, problem: ['too_many_groups', name] };
  if (value === undefined || value === null) return { groups: null, problem: ['no_groups', name] };
  return { groups: null, problem: ['strange_groups', name] };
}

/** Whether the provider says that the claim is to be fetched elsewhere (OpenID Connect Core § 5.6.2; Entra's overage). */
function isElsewhere(claims: ProviderClaims, name: string): boolean {
  const elsewhere = claim(claims, '_claim_names');
  if (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)) return true;
  return claim(claims, 'hasgroups') === true;
}

/** Letters that only ASCII has: two addresses that look alike are never one (docs/rules/sign-in.md#linking). */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** The address of the claims in lower case; null when there is none that can be an account's. @param name of the claim that has it. */
export function addressIn(claims: ProviderClaims, name = 'email'): string | null {
  const value = claim(claims, name);
  return typeof value === 'string' && value.length <= 254 && ADDRESS.test(value) ? value.toLowerCase() : null;
}

/** Whether the provider says that the address is the person's. A text that says so does not. */
export const isVerified = (claims: ProviderClaims): boolean => claim(claims, 'email_verified') === true;

const NAME_PARTS = ['given_name', 'family_name'];

/** The name of the person in one line, or else given and family name; null when there is none. */
export function nameIn(claims: ProviderClaims): string | null {
  const parts = NAME_PARTS.map((part) => oneLine(claim(claims, part)));
  const name = oneLine(claim(claims, 'name')) || oneLine(parts.join(' '));
  return name === '' ? null : [...name].slice(0, 120).join('');
}

const oneLine = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
    : '';

/** A group as it is compared: Keycloak names paths, with a slash before them. */
export const comparedGroup = (group: string): string => group.replace(/^\//, '');

/** Whether any of the groups is among others. */
export const sharesGroup = (groups: readonly string[], others: readonly string[]): boolean => {
  const named = new Set(others.map(comparedGroup));
  return groups.some((group) => named.has(comparedGroup(group)));
};

/** Text that every database keeps, cut. */
const shown = (text: string): string => [...text.toWellFormed().replace(/\p{Cc}/gu, ' ')].slice(0, 100).join('');

const shownValue = (value: unknown): unknown => {
  if (typeof value === 'string') return shown(value);
  if (typeof value === 'boolean' || typeof value === 'number' || value === null) return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.slice(0, 100).map(shown);
  return shown(JSON.stringify(value) ?? '');
};

/** The claims as developers are shown them: at most 100, each text cut to 100 characters. */
export const shownClaims = (claims: ProviderClaims): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims)
      .slice(0, 100)
      .map(([name, value]) => [shown(name), shownValue(value)]),
  );

/**
 * The claims of the ID token, and of `userinfo` only those that it lacks. Whether an address is verified is taken from
 * whoever has said the address.
 */
export function joinedClaims(token: ProviderClaims, userinfo: ProviderClaims): ProviderClaims {
  const { email_verified, ...rest } = userinfo;
  const { email_verified: ofToken, ...own } = token;
  const saidBy = claim(token, 'email') === undefined ? email_verified : (ofToken ?? sameAddress(token, userinfo));
  return { ...rest, ...own, ...(saidBy === undefined ? {} : { email_verified: saidBy }) };
}

/** Whether the address of the ID token is verified, if `userinfo` speaks of it. */
const sameAddress = (token: ProviderClaims, userinfo: ProviderClaims): unknown =>
  token.email === userinfo.email ? userinfo.email_verified : undefined;

/** Whether the ID token lacks what `userinfo` may have. @param names of the claims that are needed. */
export const lacks = (token: ProviderClaims, names: readonly string[]): boolean =>
  names.some((name) => claim(token, name) === undefined);
