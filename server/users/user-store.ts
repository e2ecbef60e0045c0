import { type Insertable, type Selectable, sql } from 'kysely'
import type { Role } from '../../contract/users.ts'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { UserTable } from '../database/tables/people.ts'
import { updateById } from '../database/update-by-id.ts'
import type { StoredPicture } from '../pictures/picture.ts'

export type StoredUser = Readonly<Selectable<UserTable>>
type NewUser = Readonly<Required<Insertable<UserTable>>>

export interface UserListing {
  readonly role: Role | null
  readonly q: string | null
  readonly after: string | null
  readonly limit: number
}

const insert = compiled((db, p: NewUser) =>
  db.insertInto('users').values({
    id: p.id,
    email: p.email,
    name: p.name,
    role: p.role,
    language: p.language,
    email_notify_ticket_status: p.email_notify_ticket_status,
    email_notify_developer_comment: p.email_notify_developer_comment,
    avatar_filename: p.avatar_filename,
    avatar_type: p.avatar_type,
    avatar_updated_at: p.avatar_updated_at,
    created_at: p.created_at,
    last_login: p.last_login,
  }),
)

const byId = compiled((db, p: { id: string }) => db.selectFrom('users').selectAll().where('id', '=', p.id))
const byEmail = compiled((db, p: { email: string }) => db.selectFrom('users').selectAll().where('email', '=', p.email))
const shared = compiled((db, p: { id: string }, dialect) =>
  dialect.shared(db.selectFrom('users').select(['id', 'role']).where('id', '=', p.id)),
)
const held = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('users').selectAll().where('id', '=', p.id)),
)
const byAvatar = compiled((db, p: { filename: string }) =>
  db.selectFrom('users').select('avatar_type').where('avatar_filename', '=', p.filename),
)
const developers = compiled((db, p: { role: Role }) =>
  db.selectFrom('users').select(sql<number>`count(*)`.as('n')).where('role', '=', p.role),
)

const update = updateById('users')

const list = compiledForms(
  (wanted: UserListing) => `${wanted.role !== null} ${wanted.q !== null} ${wanted.after !== null}`,
  (db, p: { role: Role; q: string; after: string; limit: number }, wanted, dialect) => {
    let query = db.selectFrom('users').selectAll()
    if (wanted.role !== null) query = query.where('role', '=', p.role)
    if (wanted.q !== null)
      query = query.where((eb) =>
        eb.or([dialect.contains(eb.ref('name'), p.q), dialect.contains(eb.ref('email'), p.q)]),
      )
    if (wanted.after !== null) query = query.where('id', '<', p.after)
    return query.orderBy('id', 'desc').limit(p.limit)
  },
)

export class UserStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  find(id: string): Promise<StoredUser | undefined> {
    return this.#connection.first(byId, { id })
  }

  byEmail(email: string): Promise<StoredUser | undefined> {
    return this.#connection.first(byEmail, { email })
  }

  /** The role of a user, if there is such a user. It cannot change until the transaction ends. */
  hold(id: string): Promise<{ id: string; role: Role } | undefined> {
    return this.#connection.first(shared, { id })
  }

  /** The user. Nobody else changes them until the transaction ends. */
  holdAlone(id: string): Promise<StoredUser | undefined> {
    return this.#connection.first(held, { id })
  }

  /** The avatar of that name, if a user has it. */
  async avatar(filename: string): Promise<StoredPicture | undefined> {
    const found = await this.#connection.first(byAvatar, { filename })
    return found?.avatar_type ? { filename, type: found.avatar_type } : undefined
  }

  async countDevelopers(): Promise<number> {
    return (await this.#connection.only(developers, { role: 'developer' })).n
  }

  /** Newest first. */
  list(wanted: UserListing): Promise<StoredUser[]> {
    const { role, q, after, limit } = wanted
    return this.#connection.all(list(wanted), { role: role ?? 'user', q: q ?? '', after: after ?? '', limit })
  }

  async add(user: NewUser): Promise<void> {
    await this.#connection.change(insert, user)
  }

  async change(id: string, changes: Partial<NewUser>): Promise<void> {
    await this.#connection.change(update(changes), { ...changes, id })
  }
}
