import type { User } from '../../contract/users.ts'
import type { StoredUser } from './user-store.ts'

export const viewUser = ({ avatar_type: _, ...user }: StoredUser): User => ({
  ...user,
  email_notify_ticket_status: user.email_notify_ticket_status === 1,
  email_notify_developer_comment: user.email_notify_developer_comment === 1,
  avatar_url: user.avatar_filename && `/api/auth/avatar/${user.avatar_filename}`,
})
