import { type Kysely, sql } from 'kysely';
import { sightColumns } from '#access';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  type Instant,
  stampOnce,
  tableStore,
  type Work,
} from '#platform';
import type { RowOf, Schema } from '#records';

export type StoredToken = RowOf<'api_tokens'>;

export interface TokenListing {
  /** Whose; null for everybody's. */
  readonly userId: string | null;
  /** Tokens that ended before this moment are left out. */
  readonly endedSince: Instant;
  /** The id of the last token of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const people = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'users.language', 'users.is_active'])
    .select(['t.id as token_id', 't.name as token_name', 't.scope'])
    .select(['t.expires_at', 't.revoked_at', 't.last_used_at', 't.used_after_end_at'])
    .select(sightColumns(dialect));
const personByHash = compiled((db, p: { hash: string }, dialect) => people(db, dialect).where('t.hash', '=', p.hash));
const personById = compiled((db, p: { id: string }, dialect) => people(db, dialect).where('t.id', '=', p.id));
const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  people(db, dialect).where(dialect.among(sql.ref('t.id'), p.ids)),
);

const list = compiledForms(
  ({ userId, before }: TokenListing) => `${userId !== null} ${before !== null}`,
  (db, p: { user: string; since: Instant; before: string; limit: number }, listing) => {
    let query = db
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .selectAll('t')
      .select('u.name as user_name')
      .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', p.since)]))
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', p.since)]));
    if (listing.userId !== null) query = query.where('t.user_id', '=', p.user);
    if (listing.before !== null) query = query.where('t.id', '<', p.before);
    return query.orderBy('t.id', 'desc').limit(p.limit);
  },
);

const revoke = compiled((db, p: { id: string; now: Instant }) =>
  db
    .updateTable('api_tokens')
    .set({ revoked_at: p.now })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', p.now)])),
);
const rotate = compiled((db, p: { id: string; now: Instant; end: Instant }) =>
  db
    .updateTable('api_tokens')
    .set({ rotated_at: p.now, expires_at: p.end })
    .where('id', '=', p.id)
    .where('rotated_at', 'is', null)
    .where('revoked_at', 'is', null),
);
const markUsed = compiled((db, p: { id: string; now: Instant; before: Instant }) =>
  db
    .updateTable('api_tokens')
    .set({ last_used_at: p.now })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', p.before)])),
);
const forget = compiled(
  (_, p: { before: Instant; most: number }) => sql`delete from api_tokens where id in (
    select id from api_tokens where expires_at < ${p.before} or revoked_at < ${p.before} limit ${p.most})`,
);

const ending = compiled((db, p: { now: Instant; until: Instant; limit: number }) =>
  db
    .selectFrom('api_tokens')
    .select(['id', 'user_id', 'created_at', 'expires_at'])
    .where('expires_at', '>', p.now)
    .where('expires_at', '<=', p.until)
    .where('warned_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('rotated_at', 'is', null)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
);
const markWarned = stampOnce('api_tokens', 'warned_at', 'id');
const markUsedAfterEnd = stampOnce('api_tokens', 'used_after_end_at', 'id');

/** Tokens for programs. It keeps a hash of each, from which nobody gets the token. */
export class TokenStore extends tableStore('api_tokens') {
  /** The owner of a token, as the database has them now, and also when it has ended: `personWith` decides. */
  readonly personOf = this.first(personById);
  readonly personOfHash = this.first(personByHash);
  /** @returns false when it has ended before. */
  readonly revoke = this.changesAny(revoke);
  /** Another one takes its place, and it ends then. @returns false when that has happened before. */
  readonly rotate = this.changesAny(rotate);
  /** Writes down that it was used now, unless that was done after `before`. */
  readonly markUsed = this.changes(markUsed);
  /** For housekeeping: removes those that ended before this moment, at most so many. @returns how many it removed. */
  readonly forgetBefore = this.changes(forget);
  /** Tokens that end after `now` and until then, without a warning so far; the first to end first. */
  readonly ending = this.all(ending);
  /** Its owner is told that it ends. @returns false when they were told before. */
  readonly markWarned = this.changesAny(markWarned);
  /** Its owner is told that it was used after its end. @returns false when they were told before. */
  readonly markUsedAfterEnd = this.changesAny(markUsedAfterEnd);

  /** The owners of many tokens, in any order. */
  peopleOf(ids: readonly string[]) {
    return this.connection.all(some, { ids });
  }

  /** Newest first. */
  list(listing: TokenListing) {
    const { userId, endedSince: since, before, limit } = listing;
    return this.connection.all(list(listing), { user: userId ?? '', since, before: before ?? '', limit });
  }
}

/** A token with its owner; `id` is the owner's. */
export type TokenPerson = Awaited<ReturnType<TokenStore['peopleOf']>>[number];

export const findStoredToken = (work: Work<Actor>, id: string) => work.of(TokenStore).find(id);

export const peopleOfTokens = (work: Work<Actor>, ids: readonly string[]) => work.of(TokenStore).peopleOf(ids);
