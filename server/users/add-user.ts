import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';
import type { StoredUser } from './user-store.ts';

type NewPerson = Pick<StoredUser, 'email' | 'name' | 'role' | 'language' | 'last_login'>;

/** Adds a person, active, who wants both kinds of mail and has no avatar. */
export async function addUser(work: Work<Actor>, person: NewPerson): Promise<StoredUser> {
  const user = {
    id: work.newId(),
    ...person,
    avatar_filename: null,
    avatar_type: null,
    avatar_updated_at: null,
    created_at: work.now,
  };
  await work.users.add({
    ...user,
    email_notify_ticket_status: true,
    email_notify_developer_comment: true,
    is_active: true,
  });
  return { ...user, email_notify_ticket_status: 1, email_notify_developer_comment: 1, is_active: 1 };
}
