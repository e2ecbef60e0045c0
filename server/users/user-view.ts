import type { ListedUser, User } from '../../contract/users.ts';
import type { StoredUser } from './user-store.ts';

export const viewUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  language: user.language,
  email_notify_ticket_status: user.email_notify_ticket_status === 1,
  email_notify_developer_comment: user.email_notify_developer_comment === 1,
  avatar_filename: user.avatar_filename,
  avatar_url: user.avatar_filename && `/api/auth/avatar/${user.avatar_filename}`,
  avatar_updated_at: user.avatar_updated_at,
  created_at: user.created_at,
  last_login: user.last_login,
});

/** The same for developers who look after people. */
export const viewListedUser = (user: StoredUser): ListedUser => ({
  ...viewUser(user),
  is_active: user.is_active === 1,
});
