import {
  type Actor,
  addressOf,
  domainOf,
  Failure,
  mailboxOf,
  type SettingsSource,
  tableStore,
  upsertInto,
  type Work,
} from '#platform';
import { type EffectiveSettings, holdSettings, readSettings, recordAudit, storeSettings } from '#settings';
import { CodeStore } from '../code-store.ts';
import { SessionStore } from '../session-store.ts';
import { type StoredUser, UserStore } from './user-store.ts';

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

/**
 * Domains at which everybody can get an e-mail address: the large services of the world, of Poland and of its
 * neighbours. It cannot be complete. It is there to stop a slip of the hand, not somebody who means it.
 */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  msn.com passport.com windowslive.com
  aim.com aol.com rocketmail.com ymail.com
  icloud.com mac.com me.com
  pm.me proton.me protonmail.ch protonmail.com
  keemail.me tuta.com tuta.io tutamail.com tutanota.com tutanota.de
  duck.com email.com fastmail.com fastmail.fm hey.com hushmail.com inbox.com mail.com zoho.com zoho.eu zohomail.com

  amorki.pl autograf.pl buziaczek.pl gazeta.pl go2.pl int.pl interia.com interia.eu interia.pl intmail.pl o2.pl onet.com.pl
  onet.eu onet.pl op.pl poczta.fm poczta.onet.eu poczta.onet.pl prokonto.pl spoko.pl tlen.pl vp.pl wp.eu wp.pl
  arcor.de freenet.de mailbox.org posteo.de posteo.net t-online.de web.de
  centrum.cz email.cz post.cz seznam.cz volny.cz azet.sk centrum.sk post.sk zoznam.sk
  i.ua meta.ua ukr.net bk.ru inbox.ru internet.ru list.ru mail.ru rambler.ru ya.ru inbox.lt inbox.lv

  free.fr laposte.net neuf.fr orange.fr sfr.fr wanadoo.fr
  alice.it libero.it tin.it tiscali.it virgilio.it
  btinternet.com ntlworld.com talktalk.net virginmedia.com
  att.net comcast.net cox.net sbcglobal.net verizon.net
  bol.com.br terra.com.br uol.com.br citromail.hu freemail.hu bluewin.ch telenet.be ziggo.nl sapo.pt abv.bg
  126.com 139.com 163.com foxmail.com qq.com sina.com sohu.com yeah.net daum.net hanmail.net naver.com rediffmail.com

  10minutemail.com guerrillamail.com mailinator.com temp-mail.org yopmail.com
  `
    .split(/\s+/)
    .filter((domain) => domain !== ''),
);

/** Services that have a domain in many countries, such as yahoo.co.uk and gmx.at. */
const IN_MANY_COUNTRIES = /^(gmx|hotmail|live|outlook|yahoo|yandex)\.(com?\.)?[a-z]{2,3}$/;

/** Whether everybody can get an address at a domain, which is in lower case. */
export const isPublicMailDomain = (domain: string): boolean =>
  PUBLIC_MAIL_DOMAINS.has(domain) || IN_MANY_COUNTRIES.test(domain);

/**
 * Takes an address off `developer_emails`, so that signing in does not promote its demoted owner again
 * (docs/rules/sign-in.md#developers-by-address). The stored list then holds instead of the one in the environment.
 */
export async function forgetDeveloperAddress(work: Work<Actor>, source: SettingsSource, email: string): Promise<void> {
  const current = await holdSettings(work, source);
  const developer_emails = current.developer_emails.filter((address) => addressOf(address) !== addressOf(email));
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
  const user = await work.of(UserStore).byEmail({ email: address });
  if (user === undefined) return 'next sign-in';
  if (user.role === 'developer' && user.is_active === 1) return 'before';
  await work.of(UserStore).change(user.id, { role: 'developer', is_active: true });
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

const added = (name: string, list: readonly string[], entry: string) =>
  list.includes(entry) ? {} : { [name]: [...list, entry] };

/**
 * Whether nobody gets in by an address: its owner was deactivated, it was somebody's before another took its place, or
 * nobody has it and another address of the same mailbox is that of somebody deactivated
 * (docs/rules/people.md#people-who-are-gone, docs/rules/people.md#an-address-that-changes).
 */
export async function isBarred(work: Work<Actor>, address: string): Promise<boolean> {
  const owner = await work.of(UserStore).byEmail({ email: address });
  if (owner !== undefined) return owner.is_active === 0;
  if ((await work.of(FormerAddressStore).find(address)) !== undefined) return true;
  return (await work.of(UserStore).ofMailbox({ mailbox: mailboxOf(address) })).some(({ is_active }) => is_active === 0);
}

/**
 * Permits an address for a person who is invited or gets another one. It holds the address until the transaction ends.
 *
 * @param self the person; null for a new one.
 * @throws Failure `domain_not_allowed`, `user_exists`.
 */
export async function permitAddress(
  work: Work<Actor>,
  settings: EffectiveSettings,
  address: string,
  self: string | null,
): Promise<void> {
  permitDomain(settings, address);
  // They may be signing in for the first time at this moment.
  await work.lock(`sign-in ${address}`);
  const owners = [
    (await work.of(UserStore).byEmail({ email: address }))?.id,
    (await work.of(FormerAddressStore).find(address))?.user_id,
    ...(await work.of(UserStore).ofMailbox({ mailbox: mailboxOf(address) }))
      .filter(({ is_active }) => is_active === 0)
      .map(({ id }) => id),
  ];
  if (owners.some((id) => id !== undefined && id !== self)) throw new Failure('user_exists');
}

/**
 * Gives a person another address. They stay the same person: sessions and codes end, tokens stay, and an entry of
 * `developer_emails` follows. The old address leads nowhere and is nobody else's
 * (docs/rules/people.md#an-address-that-changes).
 *
 * @param address as `addressOf` gives it.
 * @throws Failure `domain_not_allowed`, `user_exists`.
 */
export async function changeAddress(
  work: Work<Actor>,
  source: SettingsSource,
  { id, email: old }: StoredUser,
  address: string,
): Promise<void> {
  if (address === old) return;
  await permitAddress(work, await readSettings(work, source), address, id);
  await work.of(FormerAddressStore).delete(address);
  await work.of(FormerAddressStore).put({ email: old, user_id: id, changed_at: work.now });
  await work.of(UserStore).change(id, { email: address });
  await work.of(SessionStore).revokeAll({ user_id: id, now: work.now });
  for (const mailed of [old, address]) await work.of(CodeStore).removeAll({ email: mailed });
  const current = await holdSettings(work, source);
  if (current.developer_emails.includes(old)) {
    const developer_emails = current.developer_emails.map((entry) => (entry === old ? address : entry));
    await storeSettings(work, source, current, { developer_emails: [...new Set(developer_emails)] });
  }
  await recordAudit(work, 'user.address_changed', id, { old_email: old, new_email: address });
}

const put = upsertInto('former_addresses');

/** Addresses that people had before another took their place. */
export class FormerAddressStore extends tableStore('former_addresses', 'email') {
  readonly put = this.changes(put);
}
