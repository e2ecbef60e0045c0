import type { UserChange } from '../../contract/users.ts';
import { type Actor, refusePrograms } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { forgetDeveloperAddress } from './developer-addresses.ts';
import type { StoredUser } from './user-store.ts';

/**
 * Changes a user's role, name or activity. Demoting takes the address off `developer_emails`, else the next sign-in would
 * promote the user again; deactivating ends every session. Tickets stay assigned either way
 * (docs/rules/people.md#changing-people, docs/rules/people.md#people-who-are-gone).
 *
 * @throws Failure `user_not_found`, `forbidden` for one's own activity and for programs, `last_developer`.
 */
export async function changeUser(
  work: Work<Actor>,
  source: SettingsSource,
  id: string,
  { name, role, is_active }: UserChange,
): Promise<StoredUser> {
  if (role !== undefined || is_active !== undefined) refusePrograms(work.actor);
  // One change of roles at a time: two developers who demote each other at once must not both succeed.
  await work.lock('roles');
  await refuseWhoLostTheirRole(work);
  const before = await work.users.find(id);
  if (before === undefined) throw new Failure('user_not_found');
  if (is_active === false && work.actor?.id === id)
    throw new Failure('forbidden', { message: 'You cannot deactivate yourself; ask another developer.' });
  const after: StoredUser = {
    ...before,
    name: name ?? before.name,
    role: role ?? before.role,
    is_active: is_active === undefined ? before.is_active : is_active ? 1 : 0,
  };
  if (countsAsDeveloper(before) && !countsAsDeveloper(after) && (await work.users.countDevelopers()) === 1)
    throw new Failure('last_developer');
  if (before.role === 'developer' && after.role === 'user') await forgetDeveloperAddress(work, source, before.email);
  if (after.is_active === 0) await work.sessions.revokeAll(id, work.now);
  await work.users.change(id, { name: after.name, role: after.role, is_active: after.is_active === 1 });
  await recordChange(work, before, after);
  return after;
}

async function recordChange(work: Work<Actor>, before: StoredUser, after: StoredUser): Promise<void> {
  const { id } = before;
  if (before.role !== after.role)
    await recordAudit(work, 'user.role_changed', id, { old_role: before.role, new_role: after.role });
  if (before.is_active !== after.is_active)
    await recordAudit(work, after.is_active === 1 ? 'user.activated' : 'user.deactivated', id, {});
}

/** Whether `countDevelopers` counts this user. */
const countsAsDeveloper = ({ role, is_active, last_login }: StoredUser): boolean =>
  role === 'developer' && is_active === 1 && last_login !== null;

/** The transaction that held the lock before may have taken the caller's role. @throws Failure `forbidden`. */
async function refuseWhoLostTheirRole({ actor, users }: Work<Actor>): Promise<void> {
  if (actor === null) return;
  const caller = await users.find(actor.id);
  if (caller?.role !== 'developer' || caller.is_active === 0) throw new Failure('forbidden');
}
