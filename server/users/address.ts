import { Failure } from '../failure.ts';
import type { EffectiveSettings } from '../settings/effective-settings.ts';

/** An e-mail address as it is stored and compared: trimmed, in lower case. */
export const addressOf = (email: string): string => email.trim().toLowerCase();

/** The domain of an address that is in lower case. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * @throws Failure `domain_not_allowed`, for people who have signed in before, too
 * (docs/rules/sign-in.md#allowed-domains).
 */
export function permitDomain(settings: EffectiveSettings, address: string): void {
  if (!settings.allowed_domains.includes(domainOf(address))) throw new Failure('domain_not_allowed');
}

/** The name of a new user, made of their address: `ada.nowak@example.com` is Ada Nowak. */
export function nameFrom(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'));
  const words = local.split(/[._\s]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return (name || local).slice(0, 120);
}
