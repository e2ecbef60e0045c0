import { withSight } from '#access';
import type { Invitation, ListedUser, ProfileChange, User, UserChange } from '#contract/users.ts';
import type { Language } from '#contract/words.ts';
import { recordPersonalEvent } from '#events';
import {
  type Actor,
  addressOf,
  Failure,
  fold,
  isFileName,
  mailboxOf,
  type Person,
  pageWithin,
  type Replacement,
  type SettingsSource,
  type StoredPicture,
  type Work,
} from '#platform';
import { readSettings, recordAudit } from '#settings';
import { SessionStore } from '../session-store.ts';
import { needsPasskey, requireRecentSignIn } from '../sign-in-strength.ts';
import { OrphanStore, withoutOrphans } from '../teams/orphan-store.ts';
import { changeAddress, forgetDeveloperAddress, nameFrom, permitAddress } from './addresses.ts';
import { mailAddressesOf } from './mail-addresses.ts';
import { type PlaceAmongNames, type StoredUser, UserStore, type UserWanted } from './user-store.ts';

type NewPerson = Pick<StoredUser, 'email' | 'name' | 'role' | 'language' | 'last_login'>;

/** Adds a person, active, who wants both kinds of mail and has no avatar. */
export async function addUser(work: Work<Actor>, person: NewPerson): Promise<StoredUser> {
  const avatar = { avatar_filename: null, avatar_type: null, avatar_updated_at: null };
  const user = { id: work.newId(), ...person, ...avatar, created_at: work.now };
  const isOn = { email_notify_ticket_status: true, email_notify_developer_comment: true, is_active: true };
  await work.of(UserStore).add({ ...user, ...isOn });
  return {
    ...user,
    email_notify_ticket_status: 1,
    email_notify_developer_comment: 1,
    is_active: 1,
    mail_paused_at: null,
    due_digest: 0,
    mail_addresses: '[]',
  };
}

/**
 * Makes this picture the avatar of the caller; null leaves them without one.
 *
 * @throws Failure `unauthorized` when the caller is gone.
 */
export async function changeAvatar(
  work: Work,
  picture: StoredPicture | null,
): Promise<Replacement & { user: StoredUser }> {
  const user = await work.of(UserStore).hold(work.actor.id);
  if (user === undefined) throw new Failure('unauthorized');
  const replaced = user.avatar_filename;
  if (replaced === null && picture === null) return { user, replaced };
  const change = {
    avatar_filename: picture?.filename ?? null,
    avatar_type: picture?.type ?? null,
    avatar_updated_at: picture ? work.now : null,
  };
  await work.of(UserStore).change(user.id, change);
  return { user: { ...user, ...change }, replaced };
}

export const viewUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  language: user.language,
  email_notify_ticket_status: user.email_notify_ticket_status === 1,
  email_notify_developer_comment: user.email_notify_developer_comment === 1,
  due_digest: user.due_digest === 1,
  avatar_filename: user.avatar_filename,
  avatar_url: user.avatar_filename && `/api/auth/avatar/${user.avatar_filename}`,
  avatar_updated_at: user.avatar_updated_at,
  created_at: user.created_at,
  last_login: user.last_login,
  mail_paused_at: user.mail_paused_at,
});

/** The view of developers who look after people. */
export const viewListedUser = (user: StoredUser): ListedUser => ({
  ...viewUser(user),
  is_active: user.is_active === 1,
  mail_addresses: mailAddressesOf(user),
});

/** Changes the profile of the caller. @throws Failure `unauthorized` when they are gone. */
export async function changeProfile(work: Work, change: ProfileChange): Promise<User> {
  await work.of(UserStore).change(work.actor.id, change);
  return showMe(work);
}

/** GET /api/auth/me. @throws Failure `unauthorized` when the user was removed after the token was read. */
export async function showMe(work: Work): Promise<User> {
  const user = await work.of(UserStore).find(work.actor.id);
  if (user === undefined) throw new Failure('unauthorized');
  return viewUser(user);
}

/**
 * Changes a user's role, name, activity or address. Demoting takes the address off `developer_emails`, else the next
 * sign-in would promote the user again; deactivating ends every session, and holds for every account of the same mailbox.
 * Tickets stay assigned either way (docs/rules/people.md#changing-people, docs/rules/people.md#people-who-are-gone).
 *
 * @throws Failure `user_not_found`, `forbidden` for one's own activity, `domain_not_allowed`, `user_exists`,
 * `last_developer`, `would_be_orphaned`.
 */
export async function changeUser(
  work: Work<Actor>,
  source: SettingsSource,
  id: string,
  { name, role, is_active, email }: UserChange,
): Promise<StoredUser> {
  // One change of roles at a time: two developers who demote each other at once must not both succeed.
  await work.lock('roles');
  await refuseWhoLostTheirRole(work);
  const before = await work.of(UserStore).find(id);
  if (before === undefined) throw new Failure('user_not_found');
  const alike = is_active === undefined ? [] : await alikeButFor(work, before, is_active ? 1 : 0);
  if (is_active === false && [before, ...alike].some((user) => user.id === work.actor?.id))
    throw new Failure('forbidden', { message: 'You cannot deactivate yourself; ask another developer.' });
  const after: StoredUser = {
    ...before,
    name: name ?? before.name,
    role: role ?? before.role,
    is_active: is_active === undefined ? before.is_active : is_active ? 1 : 0,
    email: email === undefined ? before.email : addressOf(email),
  };
  const changes = [
    { before, after },
    ...alike.map((user) => ({ before: user, after: { ...user, is_active: after.is_active } })),
  ];
  const lost = changes.filter((change) => countsAsDeveloper(change.before) && !countsAsDeveloper(change.after));
  if (lost.length > 0 && (await work.of(UserStore).developers()).length === lost.length)
    throw new Failure('last_developer');
  const needsMore = before.role !== after.role && needsPasskey(await readSettings(work, source), after);
  if (needsMore) await permitDeveloper(work);
  await changeAddress(work, source, before, after.email);
  if (before.role === 'developer' && after.role === 'user') await forgetDeveloperAddress(work, source, after.email);
  const store = () => storeChanges(work, changes);
  if (changes.some((change) => isActiveDeveloper(change.before) && !isActiveDeveloper(change.after)))
    await withoutOrphans(work, store);
  else await store();
  if (before.role !== after.role && after.role === 'user') await work.of(OrphanStore).unlead({ user: id });
  if (needsMore) await work.of(SessionStore).endWithoutPasskey(id, work.actor?.credential.id ?? id, work.now);
  for (const change of changes) await recordChange(work, change);
  return after;
}

/** Lets somebody become a person of whom a passkey is required. @throws Failure `recent_sign_in_needed`. */
async function permitDeveloper(work: Work<Actor>): Promise<void> {
  if (work.actor !== null) await requireRecentSignIn(work as Work, 'recent_sign_in_needed');
}

type ChangeOfOne = Readonly<Record<'before' | 'after', StoredUser>>;

/** The other accounts of somebody's mailbox whose activity is another one. */
async function alikeButFor(work: Work<Actor>, { id, email }: StoredUser, is_active: 0 | 1): Promise<StoredUser[]> {
  const all = await work.of(UserStore).ofMailbox({ mailbox: mailboxOf(email) });
  return all.filter((user) => user.id !== id && user.is_active !== is_active);
}

async function storeChanges(work: Work<Actor>, changes: readonly ChangeOfOne[]): Promise<void> {
  for (const { after } of changes) {
    if (after.is_active === 0) await work.of(SessionStore).revokeAll({ user_id: after.id, now: work.now });
    const { name, role, is_active } = after;
    await work.of(UserStore).change(after.id, { name, role, is_active: is_active === 1 });
  }
}

async function recordChange(work: Work<Actor>, { before, after }: ChangeOfOne): Promise<void> {
  const { id } = before;
  if (before.name !== after.name) await recordAudit(work, 'user.renamed', id, {});
  if (before.role !== after.role)
    await recordAudit(work, 'user.role_changed', id, { old_role: before.role, new_role: after.role });
  if (before.is_active !== after.is_active)
    await recordAudit(work, after.is_active === 1 ? 'user.activated' : 'user.deactivated', id, {});
}

const isActiveDeveloper = ({ role, is_active }: StoredUser): boolean => role === 'developer' && is_active === 1;

/** Whether `developers` of the store has this user. */
const countsAsDeveloper = ({ role, is_active, last_login }: StoredUser): boolean =>
  role === 'developer' && is_active === 1 && last_login !== null;

/** The transaction that held the lock before may have taken the caller's role. @throws Failure `forbidden`. */
async function refuseWhoLostTheirRole(work: Work<Actor>): Promise<void> {
  if (work.actor === null) return;
  const caller = await work.of(UserStore).find(work.actor.id);
  if (caller?.role !== 'developer' || caller.is_active === 0) throw new Failure('forbidden');
}

/**
 * Ends every session of a user, who may sign in again at once (docs/rules/people.md#people-who-are-gone).
 *
 * @throws Failure `user_not_found`.
 */
export async function endSessions(work: Work<Actor>, id: string): Promise<void> {
  if ((await work.of(UserStore).find(id)) === undefined) throw new Failure('user_not_found');
  await work.of(SessionStore).revokeAll({ user_id: id, now: work.now });
  await recordAudit(work, 'user.signed_out', id, {});
}

/** Finds an avatar by its stored name, and no other file. @throws Failure `file_not_found`. */
export async function findAvatar(work: Work<Actor>, filename: string): Promise<StoredPicture> {
  const avatar = isFileName(filename) ? await work.of(UserStore).avatar(filename) : undefined;
  if (avatar === undefined) throw new Failure('file_not_found');
  return avatar;
}

/**
 * Adds somebody who has not signed in yet, and has them mailed an invitation (docs/rules/people.md#invitations).
 *
 * @throws Failure `recent_sign_in_needed` for a developer of whom a passkey is required, `domain_not_allowed`, `user_exists`.
 */
export async function inviteUser(
  work: Work<Actor>,
  source: SettingsSource,
  { email, name, role = 'user' }: Invitation,
): Promise<StoredUser> {
  const address = addressOf(email);
  const settings = await readSettings(work, source);
  if (needsPasskey(settings, { role })) await permitDeveloper(work);
  await permitAddress(work, settings, address, null);
  const user = await addUser(work, {
    email: address,
    name: name ?? nameFrom(address),
    role,
    language: settings.default_language,
    last_login: null,
  });
  await recordPersonalEvent(work, user.id, 'user.invited', {});
  await recordAudit(work, 'user.invited', user.id, { role });
  return user;
}

/** A page of GET /api/users?sort=name (docs/rules/people.md#changing-people). */
export async function pageByName(work: Work, filter: UserWanted, place: PlaceAmongNames | null, limit: number) {
  const users = await work.of(UserStore).byName(filter, place, limit + 1);
  const page = pageWithin(users, limit, ({ id, name }): PlaceAmongNames => ({ name: fold(name), id }));
  return { ...page, total: await work.of(UserStore).count(filter) };
}

/** Somebody of whom a mail has come, with what they see now. @param mailId of the mail by which they act. */
export async function personByMail(work: Work<Actor>, user: StoredUser, mailId: string): Promise<Person> {
  const [{ id, email, name, role, language, sight }] = (await withSight(work, [user])) as [
    StoredUser & Pick<Person, 'sight'>,
  ];
  return { id, email, name, role, language, sight, credential: { kind: 'mail', id: mailId } };
}

/** Adds somebody who reports by mail before they have ever signed in. The sign-in of that moment waits. */
export async function addReporter(
  work: Work<Actor>,
  { email, name, language }: { readonly email: string; readonly name: string; readonly language: Language },
): Promise<StoredUser> {
  await work.lock(`sign-in ${email}`);
  const user = await work.of(UserStore).byEmail({ email });
  if (user !== undefined) return user;
  return addUser(work, { email, name: name || nameFrom(email), role: 'user', language, last_login: null });
}
