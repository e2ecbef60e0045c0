import type { UserChange } from '../../contract/users.ts'
import { Failure } from '../failure.ts'
import type { SettingsSource } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'
import { forgetDeveloperAddress } from './developer-addresses.ts'
import type { StoredUser } from './user-store.ts'

/**
 * Changes a user's role or name. Demoting takes the address off `developer_emails`, else the next sign-in would promote
 * the user again. Their tickets stay assigned (docs/rules/people.md#changing-people).
 *
 * @throws Failure `user_not_found`, `last_developer`.
 */
export async function changeUser(
  work: Work,
  source: SettingsSource,
  id: string,
  change: UserChange,
): Promise<StoredUser> {
  // One change of roles at a time: two developers who demote each other at once must not both succeed.
  await work.lock('roles')
  const user = await work.users.find(id)
  if (user === undefined) throw new Failure('user_not_found')
  if (change.role === 'user' && user.role === 'developer') {
    if ((await work.users.countDevelopers()) === 1) throw new Failure('last_developer')
    await forgetDeveloperAddress(work, source, user.email)
  }
  await work.users.change(id, change)
  return { ...user, ...change }
}
