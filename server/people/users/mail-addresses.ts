import { type Actor, addressOf, Failure, type Work } from '#platform';
import { recordAudit } from '#settings';
import { FormerAddressStore } from './addresses.ts';
import { type StoredUser, UserStore } from './user-store.ts';

/** The addresses from which somebody answers by mail, besides their own (docs/rules/mail-in.md#remembered-addresses). */

export const mailAddressesOf = ({ mail_addresses }: Pick<StoredUser, 'mail_addresses'>): string[] =>
  JSON.parse(mail_addresses);

const MOST_ADDRESSES = 20;

/** @throws Failure `user_not_found`, `user_exists` for the address of another account, `limit_reached`. */
export async function addMailAddress(work: Work<Actor>, id: string, address: string): Promise<void> {
  // Its owner may be signing in for the first time at this moment.
  await work.lock(`sign-in ${address}`);
  const user = await work.of(UserStore).hold(id);
  if (user === undefined) throw new Failure('user_not_found', { inBody: true });
  const former = (await work.of(FormerAddressStore).find(address))?.user_id ?? id;
  if (former !== id || (await work.of(UserStore).byEmail({ email: address })) !== undefined)
    throw new Failure('user_exists');
  const addresses = mailAddressesOf(user);
  if (addresses.includes(address)) return;
  if (addresses.length >= MOST_ADDRESSES) throw new Failure('limit_reached');
  await work.of(UserStore).change(id, { mail_addresses: JSON.stringify([...addresses, address]) });
  await recordAudit(work, 'mail_address.added', id, {});
}

/** @throws Failure `user_not_found`, `not_found`. */
export async function removeMailAddress(work: Work<Actor>, id: string, address: string): Promise<void> {
  const user = await work.of(UserStore).hold(id);
  if (user === undefined) throw new Failure('user_not_found');
  const addresses = mailAddressesOf(user);
  const rest = addresses.filter((other) => other !== addressOf(address));
  if (rest.length === addresses.length) throw new Failure('not_found');
  await work.of(UserStore).change(id, { mail_addresses: JSON.stringify(rest) });
  await recordAudit(work, 'mail_address.removed', id, {});
}
