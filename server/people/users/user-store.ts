import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Role } from '#contract/words.ts';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  Failure,
  fold,
  type StoredPicture,
  selectBy,
  tableStore,
  type Work,
} from '#platform';
import { flag, type NewRow, type RowChange, type RowOf, type Schema } from '#records';

/** Which users somebody asks for; null for all. */
export interface UserWanted {
  readonly ids: readonly string[] | null;
  readonly role: Role | null;
  /** Part of a name or address, folded. */
  readonly q: string | null;
  readonly isActive: boolean | null;
  readonly hasSignedIn: boolean | null;
}

/** Where a page of users begins: behind this one. */
export type PlaceAmongNames = Readonly<Record<'name' | 'id', string>>;

interface Values {
  readonly ids: readonly string[];
  readonly role: Role;
  readonly q: string;
}

const valuesOf = ({ ids, role, q }: UserWanted): Values => ({
  ids: ids ?? [],
  role: role ?? 'user',
  q: q ?? '',
});

const formOf = ({ ids, role, q, isActive, hasSignedIn }: UserWanted): string =>
  [ids !== null, role !== null, q !== null, isActive, hasSignedIn].join();

const isWanted =
  ({ ids, role, q, isActive, hasSignedIn }: UserWanted, p: Values, dialect: Dialect) =>
  (eb: ExpressionBuilder<Schema, 'users'>): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [];
    if (ids !== null) all.push(dialect.among(sql.ref('id'), p.ids));
    if (role !== null) all.push(eb('role', '=', p.role));
    if (q !== null)
      all.push(eb.or([dialect.contains(eb.ref('folded_name'), p.q), dialect.contains(eb.ref('email'), p.q)]));
    if (isActive !== null) all.push(eb('is_active', '=', flag(isActive)));
    if (hasSignedIn !== null) all.push(eb('last_login', hasSignedIn ? 'is not' : 'is', null));
    return eb.and(all);
  };

const usersLike = (db: Kysely<Schema>, p: Values, filter: UserWanted, dialect: Dialect) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(isWanted(filter, p, dialect));

const newestUsers = compiledForms(
  (filter: UserWanted & { after: string | null }) => `${formOf(filter)},${filter.after !== null}`,
  (db, p: Values & { after: string; limit: number }, filter, dialect) => {
    const query = usersLike(db, p, filter, dialect);
    return (filter.after === null ? query : query.where('id', '<', p.after)).orderBy('id', 'desc').limit(p.limit);
  },
);

const usersByName = compiledForms(
  (filter: UserWanted & { place: PlaceAmongNames | null }) => `${formOf(filter)},${filter.place !== null}`,
  (db, p: Values & PlaceAmongNames & { limit: number }, filter, dialect) => {
    const name = dialect.byBytes(sql.ref('folded_name'));
    const query = usersLike(db, p, filter, dialect);
    const behind = query.where((eb) => eb.or([eb(name, '>', p.name), eb(name, '=', p.name).and('id', '>', p.id)]));
    return (filter.place === null ? query : behind).orderBy(name).orderBy('id').limit(p.limit);
  },
);

const countUsers = compiledForms(formOf, (db, p: Values, filter: UserWanted, dialect) =>
  db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where(isWanted(filter, p, dialect)),
);

export type StoredUser = Readonly<Omit<RowOf<'users'>, 'folded_name'>>;
type NewUser = Readonly<Required<Omit<NewRow<'users'>, 'folded_name'>>>;
type UserChanges = Partial<NewUser> & Pick<RowChange<'users'>, 'mail_paused_at' | 'mail_addresses'>;

export interface UserListing extends UserWanted {
  readonly after: string | null;
  readonly limit: number;
}

const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(dialect.among(sql.ref('id'), p.ids))
    .orderBy('id'),
);
const names = compiled((db) => db.selectFrom('users').select(['name', 'email']));

const mentionable = compiled((db, p: { others: readonly string[]; role: Role; q: string; limit: number }, dialect) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'is_active'])
    .where('is_active', '=', flag(true))
    .where((eb) => eb.or([eb('role', '=', p.role), dialect.among(sql.ref('id'), p.others)]))
    .where((eb) => dialect.contains(eb.ref('folded_name'), p.q))
    .orderBy('folded_name')
    .orderBy('id')
    .limit(p.limit),
);
const byEmail = selectBy('users', 'email');
const ofMailbox = compiled((db, p: { mailbox: string }, dialect) =>
  db.selectFrom('users').selectAll().where(dialect.mailbox('email'), '=', p.mailbox).orderBy('id'),
);
const inDomain = compiled((db, p: { ending: string }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`substr(email, length(email) - length(${p.ending}) + 1)`, '=', p.ending)
    .orderBy('id'),
);
const shared = compiled((db, p: { id: string }, dialect) =>
  dialect.shared(db.selectFrom('users').select(['id', 'role', 'is_active']).where('id', '=', p.id)),
);
const byAvatar = selectBy('users', 'avatar_filename');
const developers = compiled((db, p: { role: Role }) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', p.role)
    .where('is_active', '=', flag(true))
    .where('last_login', 'is not', null)
    .orderBy('id'),
);

const EVERYBODY = { ids: null, role: null, q: null, isActive: null, hasSignedIn: null, after: null };

export class UserStore extends tableStore('users') {
  readonly byEmail = this.first(byEmail);
  readonly ofMailbox = this.all(ofMailbox);
  readonly names = this.all(names);
  /** The role and activity of a user, if there is such a user. They cannot change until the transaction ends. */
  readonly share = this.first(shared);

  /** In the order of their ids. */
  async some(ids: readonly string[]): Promise<StoredUser[]> {
    return ids.length === 0 ? [] : this.connection.all(some, { ids });
  }

  /** Developers and others of a ticket, if they are active, by name. @param q a part of their names, folded. */
  mentionable(others: readonly string[], q: string, limit: number) {
    return this.connection.all(mentionable, { others, role: 'developer', q, limit });
  }

  inDomain(domain: string): Promise<StoredUser[]> {
    return this.connection.all(inDomain, { ending: `@${domain}` });
  }

  /** The avatar of that name, if a user has it. */
  async avatar(filename: string): Promise<StoredPicture | undefined> {
    const row = await this.connection.first(byAvatar, { avatar_filename: filename });
    return row?.avatar_type ? { filename, type: row.avatar_type } : undefined;
  }

  /** The ids of developers who may sign in and have done so, in their order. */
  async developers(): Promise<string[]> {
    return (await this.connection.all(developers, { role: 'developer' })).map(({ id }) => id);
  }

  /** Newest first. */
  list(filter: Partial<UserListing> & Pick<UserListing, 'limit'>): Promise<StoredUser[]> {
    const listing = { ...EVERYBODY, ...filter };
    const { after, limit } = listing;
    return this.connection.all(newestUsers(listing), { ...valuesOf(listing), after: after ?? '', limit });
  }

  /** By name, without regard to case and diacritics. */
  byName(filter: UserWanted, place: PlaceAmongNames | null, limit: number): Promise<StoredUser[]> {
    const { name, id } = place ?? { name: '', id: '' };
    return this.connection.all(usersByName({ ...filter, place }), { ...valuesOf(filter), name, id, limit });
  }

  async count(filter: UserWanted): Promise<number> {
    return (await this.connection.only(countUsers(filter), valuesOf(filter))).users;
  }

  override add(user: NewUser): Promise<void> {
    return super.add({ ...user, folded_name: fold(user.name) });
  }

  override change(id: string, changes: UserChanges): Promise<void> {
    return super.change(id, changes.name === undefined ? changes : { ...changes, folded_name: fold(changes.name) });
  }
}

/** The user of an address. @throws Failure `user_not_found` in words for the command line. */
export async function userAt(work: Work<Actor>, address: string): Promise<StoredUser> {
  const user = await work.of(UserStore).byEmail({ email: address });
  if (user === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
  return user;
}

// For other modules.
export const countDevelopers = async (work: Work<Actor>) => (await developerIds(work)).length;
export const developerIds = (work: Work<Actor>) => work.of(UserStore).developers();
export const findUser = (work: Work<Actor>, id: string) => work.of(UserStore).find(id);
export const findUserByEmail = (work: Work<Actor>, email: string) => work.of(UserStore).byEmail({ email });
export const findUsers = (work: Work<Actor>, ids: readonly string[]) => work.of(UserStore).some(ids);
export const holdUser = (work: Work<Actor>, id: string) => work.of(UserStore).share({ id });
export const holdUserAlone = (work: Work<Actor>, id: string) => work.of(UserStore).hold(id);
/** The names and addresses of all who have an account. */
export const listNames = (work: Work<Actor>) => work.of(UserStore).names();
export const listStoredUsers = (work: Work<Actor>, filter: Partial<UserListing> & Pick<UserListing, 'limit'>) =>
  work.of(UserStore).list(filter);
export const mentionableUsers = (work: Work<Actor>, others: readonly string[], q: string, limit: number) =>
  work.of(UserStore).mentionable(others, q, limit);
export const storeUserChange = (work: Work<Actor>, id: string, changes: UserChanges) =>
  work.of(UserStore).change(id, changes);
