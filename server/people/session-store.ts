import { type Kysely, sql } from 'kysely';
import { sightColumns } from '#access';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  type Instant,
  insertOnce,
  pick,
  Store,
  stampOnce,
  upsertInto,
  type Work,
} from '#platform';
import type { InsertedRow, Schema } from '#records';

type NewSessionRow = Required<Omit<InsertedRow<'sessions'>, 'revoked_at' | 'last_used_at'>>;

const people = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'email', 'name', 'role', 'language', 'is_active'])
    .select(['sessions.id as session_id', 'sessions.created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .select('only_registers')
    .select(sightColumns(dialect));
const person = compiled((db, p: { id: string }, dialect) => people(db, dialect).where('sessions.id', '=', p.id));
const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  people(db, dialect).where(dialect.among(sql.ref('sessions.id'), p.ids)),
);
const SESSION = ['id', 'user_id', 'user_agent', 'created_at', 'expires_at'] as const;
const ORIGIN = ['method', 'identity_id', 'provider_session', 'only_registers'] as const;
const insert = compiled((db, p: NewSessionRow) =>
  db.insertInto('sessions').values({ ...pick(p, ...SESSION, ...ORIGIN), revoked_at: null, last_used_at: null }),
);
const markUsed = compiled((db, p: { ids: readonly string[]; now: Instant }, dialect) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: p.now })
    .where(dialect.among(sql.ref('id'), p.ids)),
);
const revoke = stampOnce('sessions', 'revoked_at', 'id');
const live = compiled((db, p: { user_id: string; now: Instant }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'expires_at', 'last_used_at', 'method'])
    .where('user_id', '=', p.user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', p.now)
    .orderBy('created_at', 'desc')
    .limit(100),
);
const revokeAll = stampOnce('sessions', 'revoked_at', 'user_id');
const revokeOfIdentity = stampOnce('sessions', 'revoked_at', 'identity_id');
/** @param isAll of all developers, and not of one person. */
const revokeWithoutPasskey = compiledForms(
  String,
  (db, p: { user: string; spared: string; now: Instant }, isAll: boolean) => {
    const query = db
      .updateTable('sessions')
      .set({ revoked_at: p.now })
      .where('method', '!=', sql.lit('passkey'))
      .where('revoked_at', 'is', null)
      .where('id', '!=', p.spared);
    return isAll
      ? query.where('user_id', 'in', (eb) =>
          eb.selectFrom('users').select('id').where('role', '=', sql.lit('developer')),
        )
      : query.where('user_id', '=', p.user);
  },
);
const revokeOfProvider = compiled((db, p: { issuer: string; session: string; now: Instant }) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: p.now })
    .where('provider_session', '=', p.session)
    .where('identity_id', 'in', (eb) => eb.selectFrom('identities').select('id').where('issuer', '=', p.issuer))
    .where('revoked_at', 'is', null),
);
const recentClient = compiled((db, p: { email: string; client: string; since: Instant }) =>
  db
    .selectFrom('known_clients')
    .innerJoin('users', 'users.id', 'known_clients.user_id')
    .select('users.id')
    .where('email', '=', p.email)
    .where('client', '=', p.client)
    .where('last_sign_in_at', '>', p.since),
);
const remember = upsertInto('known_clients');

/** Sessions, each with one token, and the client addresses from which people have signed in. */
export class SessionStore extends Store {
  /** The person of a session, as the database has them now. It finds sessions that have ended too: `personIn` decides. */
  readonly personOf = this.first(person);
  readonly add = this.changes(insert);
  readonly revoke = this.changes(revoke);
  /** A person's sessions that have not ended, the latest first, at most 100. */
  readonly liveOf = this.all(live);
  readonly revokeAll = this.changes(revokeAll);
  /** Ends the sessions that began with this company account. */
  readonly revokeOfIdentity = this.changes(revokeOfIdentity);
  /** Ends the sessions that belong to this session at the provider. */
  readonly revokeOfProvider = this.changes(revokeOfProvider);
  /** Ends the sessions that began without a passkey, of one person, or of all developers, but for one session. */
  async endWithoutPasskey(user: string | null, spared: string, now: Instant): Promise<void> {
    await this.connection.change(revokeWithoutPasskey(user === null), { user: user ?? spared, spared, now });
  }

  /** Whether the owner of the address has signed in from this client (a keyed hash) after `since`. */
  readonly knowsClient = this.any(recentClient);
  readonly rememberClient = this.changes(remember);

  /** The people of many sessions, in any order. */
  peopleOf(sessionIds: readonly string[]) {
    return this.connection.all(some, { ids: sessionIds });
  }

  async markUsed(ids: readonly string[], now: Instant): Promise<void> {
    await this.connection.change(markUsed, { ids, now });
  }
}

/** A session with its person; `id` is the person's. */
export type SessionPerson = Awaited<ReturnType<SessionStore['peopleOf']>>[number];

export const peopleOfSessions = (work: Work<Actor>, sessionIds: readonly string[]) =>
  work.of(SessionStore).peopleOf(sessionIds);

const insertStreamToken = insertOnce('stream_tickets');
const forgetStreamToken = compiled((db, p: { before: Instant }) =>
  db.deleteFrom('stream_tickets').where('expires_at', '<=', p.before),
);

/** The stream tokens that have been used, so that no node takes one twice. */
export class StreamTokenStore extends Store {
  /** Uses a token, which ends at `expiresAt`. @returns false when it was used before. */
  async use(id: string, expiresAt: Instant, now: Instant): Promise<boolean> {
    await this.connection.change(forgetStreamToken, { before: now });
    return (await this.connection.change(insertStreamToken, { id, expires_at: expiresAt })) === 1;
  }
}
