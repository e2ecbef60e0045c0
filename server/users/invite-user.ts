import type { Invitation } from '../../contract/users.ts';
import { type Actor, refusePrograms } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { recordPersonalEvent } from '../events/record-personal-event.ts';
import { Failure } from '../failure.ts';
import { readSettings } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';
import { addUser } from './add-user.ts';
import { addressOf, nameFrom, permitDomain } from './address.ts';
import type { StoredUser } from './user-store.ts';

/**
 * Adds somebody who has not signed in yet, and has them mailed an invitation (docs/rules/people.md#invitations).
 *
 * @throws Failure `domain_not_allowed`, `user_exists`; `forbidden` for a program that invites a developer.
 */
export async function inviteUser(
  work: Work<Actor>,
  source: SettingsSource,
  { email, name, role = 'user' }: Invitation,
): Promise<StoredUser> {
  if (role === 'developer') refusePrograms(work.actor);
  const address = addressOf(email);
  const settings = await readSettings(work, source);
  permitDomain(settings, address);
  // They may be signing in for the first time at this moment.
  await work.lock(`sign-in ${address}`);
  if ((await work.users.byEmail(address)) !== undefined) throw new Failure('user_exists');
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
