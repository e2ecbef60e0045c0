import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { Failure } from '../failure.ts';
import { holdSettings, storeSettings } from '../settings/change-settings.ts';
import type { Work } from '../work.ts';
import { addressOf, domainOf } from './address.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';

/**
 * Takes an address off `developer_emails`, so that signing in does not promote its demoted owner again
 * (docs/rules/sign-in.md#developers-by-address). The stored list then holds instead of the one in the environment.
 */
export async function forgetDeveloperAddress(work: Work<Actor>, source: SettingsSource, email: string): Promise<void> {
  const current = await holdSettings(work, source);
  const developer_emails = current.developer_emails.filter((one) => addressOf(one) !== addressOf(email));
  if (developer_emails.length === current.developer_emails.length) return;
  await storeSettings(work, source, current, { developer_emails });
}

/** Since when the owner of the address is a developer. */
export type DeveloperSince = 'before' | 'now' | 'next sign-in';

/**
 * Makes the owner of an address a developer: now when they have signed in before, else at their first sign-in. It also
 * allows their domain, and lets them in again when they were deactivated. Calling it again changes nothing.
 *
 * @param anyoneAt whether the domain may be one at which everybody can get an address.
 * @throws Failure `domain_not_allowed` for such a domain, unless it is allowed already
 * (docs/rules/sign-in.md#developers-by-address).
 */
export async function addDeveloper(
  work: Work<Actor>,
  source: SettingsSource,
  email: string,
  { anyoneAt = false } = {},
): Promise<DeveloperSince> {
  const address = addressOf(email);
  const current = await holdSettings(work, source);
  if (!anyoneAt && !current.allowed_domains.includes(domainOf(address))) refusePublicDomain(domainOf(address));
  await storeSettings(work, source, current, {
    ...added('developer_emails', current.developer_emails, address),
    ...added('allowed_domains', current.allowed_domains, domainOf(address)),
  });
  const user = await work.users.byEmail(address);
  if (user === undefined) return 'next sign-in';
  if (user.role === 'developer' && user.is_active === 1) return 'before';
  await work.users.change(user.id, { role: 'developer', is_active: true });
  if (user.role === 'user')
    await recordAudit(work, 'user.role_changed', user.id, { old_role: 'user', new_role: 'developer' });
  if (user.is_active === 0) await recordAudit(work, 'user.activated', user.id, {});
  return 'now';
}

function refusePublicDomain(domain: string): void {
  if (!isPublicMailDomain(domain)) return;
  const message =
    `Everybody can get an address at ${domain}, and could then sign in. ` +
    'Take an address of your own domain, or add --anyone-at if you mean it.';
  throw new Failure('domain_not_allowed', { message });
}

const added = (name: string, list: readonly string[], one: string) =>
  list.includes(one) ? {} : { [name]: [...list, one] };
