import {
  type Actor,
  deleteBy,
  Failure,
  type Instant,
  mailboxOf,
  type SettingsSource,
  Store,
  selectBy,
  upsertInto,
  type Work,
} from '#platform';
import { type EffectiveSettings, holdSettings, readSettings, recordAudit, storeSettings } from '#settings';
import { CodeStore } from '../sign-in/code-store.ts';
import { SessionStore } from '../sign-in/session-store.ts';
import { permitDomain } from './addresses.ts';
import { type StoredUser, UserStore } from './user-store.ts';

/**
 * Whether nobody gets in by an address: its owner was deactivated, it was somebody's before another took its place, or
 * nobody has it and another address of the same mailbox is that of somebody deactivated
 * (docs/rules/people.md#people-who-are-gone, docs/rules/people.md#an-address-that-changes).
 */
export async function isBarred(work: Work<Actor>, address: string): Promise<boolean> {
  const owner = await work.of(UserStore).byEmail(address);
  if (owner !== undefined) return owner.is_active === 0;
  if ((await work.of(FormerAddressStore).ownerOf(address)) !== undefined) return true;
  return (await work.of(UserStore).ofMailbox(mailboxOf(address))).some(({ is_active }) => is_active === 0);
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
    (await work.of(UserStore).byEmail(address))?.id,
    await work.of(FormerAddressStore).ownerOf(address),
    ...(await work.of(UserStore).ofMailbox(mailboxOf(address)))
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
  await work.of(FormerAddressStore).remove(address);
  await work.of(FormerAddressStore).put(old, id, work.now);
  await work.of(UserStore).change(id, { email: address });
  await work.of(SessionStore).revokeAll(id, work.now);
  for (const one of [old, address]) await work.of(CodeStore).removeAll(one);
  const current = await holdSettings(work, source);
  if (current.developer_emails.includes(old)) {
    const developer_emails = current.developer_emails.map((one) => (one === old ? address : one));
    await storeSettings(work, source, current, { developer_emails: [...new Set(developer_emails)] });
  }
  await recordAudit(work, 'user.address_changed', id, { old_email: old, new_email: address });
}

const put = upsertInto('former_addresses');
const owner = selectBy('former_addresses', 'email');
const remove = deleteBy('former_addresses', 'email');

/** Addresses that people had before another took their place. */
export class FormerAddressStore extends Store {
  async put(email: string, user_id: string, changed_at: Instant): Promise<void> {
    await this.connection.change(put, { email, user_id, changed_at });
  }

  /** The id of the person who had the address; undefined when nobody had. */
  async ownerOf(email: string): Promise<string | undefined> {
    return (await this.connection.first(owner, { email }))?.user_id;
  }

  async remove(email: string): Promise<void> {
    await this.connection.change(remove, { email });
  }
}
