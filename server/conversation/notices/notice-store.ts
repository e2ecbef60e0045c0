import { type Kysely, type SqlBool, sql } from 'kysely';
import {
  factColumns,
  formOfScopes,
  hasInternals,
  inScope,
  isInTeamOf,
  type Reader,
  type Scopes,
  type ScopeValues,
  scopesOf,
  scopeValues,
} from '#access';
import type { Notice, NoticesRead } from '#contract/notices.ts';
import { isInternalEvent } from '#events';
import { type Actor, compiled, compiledForms, type Dialect, type Instant, Store, type Work } from '#platform';
import type { RowOf, Schema } from '#records';

export type StoredNotice = Readonly<RowOf<'notices'>>;
type NewNotice = Omit<StoredNotice, 'read_at'>;

export interface NoticeListing {
  /** Only those that are not read, or only those that are; null for both. */
  readonly unread: boolean | null;
  /** The last id of the page before; null for the newest. */
  readonly after: string | null;
  readonly limit: number;
}

/** Which of their notices somebody marks. */
export type Marked = Omit<NoticesRead, 'until'> & { readonly until?: Instant };

const insert = compiled((db, p: NewNotice) =>
  db.insertInto('notices').values({
    id: p.id,
    user_id: p.user_id,
    reason: p.reason,
    ticket_id: p.ticket_id,
    comment_id: p.comment_id,
    event_id: p.event_id,
    actor_id: p.actor_id,
    created_at: p.created_at,
    read_at: null,
    mail_held_until: p.mail_held_until,
    project_id: p.project_id,
    event_name: p.event_name,
    why: p.why,
    aside_id: p.aside_id,
  }),
);

const ticket = compiled((db, p: { id: string }, dialect) =>
  db.selectFrom('tickets').select('id').select(factColumns(dialect)).where('id', '=', p.id),
);

/** How many characters of a comment a notice shows. */
const EXCERPT = 300;

const closedOn = compiled((db, p: { tickets: readonly string[] }, dialect) => {
  const ofTickets = dialect.among(sql.ref<string>('ticket_id'), p.tickets);
  const closed = sql.lit('ticket.closed' as const);
  return db
    .selectFrom('notices')
    .select(['user_id', 'created_at'])
    .where(ofTickets)
    .where((eb) => eb.or([eb('reason', '=', sql.lit('closed')), eb('event_name', '=', closed)]))
    .unionAll(
      db
        .selectFrom('tellings')
        .select([sql<string>`user_id`.as('user_id'), 'created_at'])
        .where(ofTickets)
        .where('channel', '=', sql.lit('inbox'))
        .where('event_name', '=', closed),
    )
    .orderBy('created_at');
});

type Values = ScopeValues & { user: string };

/** A notice of a project is for who is in one of its teams. */
const ofOwnProject = sql<SqlBool>`(notices.project_id is null
  or ${isInTeamOf(sql.ref('notices.project_id'), sql.ref('notices.user_id'))})`;

/** The notices of a person, those left out that they may not read now. One of a project has no ticket. */
function readable(db: Kysely<Schema>, p: Values, scopes: Scopes, dialect: Dialect) {
  const query = db
    .selectFrom('notices')
    .leftJoin('tickets', 'tickets.id', 'notices.ticket_id')
    .leftJoin('comments', 'comments.id', 'notices.comment_id')
    .where('notices.user_id', '=', p.user)
    .where(ofOwnProject);
  const isPublic = sql<SqlBool>`(notices.comment_id is null or not comments.is_internal)`;
  const parts = scopes.map((scope) => {
    const condition = inScope(scope, p, dialect) ?? sql<SqlBool>`true`;
    return hasInternals(scope) ? condition : sql<SqlBool>`(${condition} and ${isPublic})`;
  });
  if (scopes.some(({ kind }) => kind === 'all')) return query;
  return query.where(sql<SqlBool>`(notices.ticket_id is null or ${sql.join(parts, sql` or `)})`);
}

const valuesOf = (person: Reader, [scope]: Scopes): Values => ({ ...scopeValues(scope), user: person.id });

/** The first words of a comment; none once a merge moved it, as its reader may not see the ticket where it stands now. */
const excerpt = sql<string | null>`case when comments.ticket_id = notices.ticket_id
  then substr(comments.content, 1, ${sql.lit(EXCERPT)}) end`;

interface PageForm extends NoticeListing {
  readonly scopes: Scopes;
}

const page = compiledForms(
  ({ scopes, unread, after }: PageForm) => `${formOfScopes(scopes)} ${unread} ${after !== null}`,
  (db, p: Values & { after: string; limit: number }, { scopes, unread, after }, dialect) => {
    let query = readable(db, p, scopes, dialect)
      .leftJoin('users', 'users.id', 'notices.actor_id')
      .select(['notices.id', 'notices.reason', 'notices.ticket_id'])
      .select(['tickets.number as ticket_number', 'tickets.title as ticket_title'])
      .select(excerpt.as('comment_excerpt'))
      .select(['notices.comment_id', 'notices.event_id', 'notices.actor_id', 'users.name as actor_name'])
      .select(['notices.created_at', 'notices.read_at', 'notices.project_id']);
    if (unread !== null) query = query.where('notices.read_at', unread ? 'is' : 'is not', null);
    if (after !== null) query = query.where('notices.id', '<', p.after);
    return query.orderBy('notices.id', 'desc').limit(p.limit);
  },
);

const unreadOf = compiledForms(formOfScopes, (db, p: Values, scopes: Scopes, dialect) =>
  readable(db, p, scopes, dialect)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('notices.read_at', 'is', null),
);

const named = compiledForms(formOfScopes, (db, p: Values & { ids: readonly string[] }, scopes: Scopes, dialect) =>
  readable(db, p, scopes, dialect)
    .select('notices.id')
    .where(dialect.among(sql.ref('notices.id'), p.ids)),
);

const markRead = compiledForms(
  ({ ids, ticket_id }: Marked) => (ids ? 'ids' : ticket_id ? 'ticket' : 'until'),
  (db, p: { user: string; ids: readonly string[]; ticket: string; until: Instant; now: Instant }, marked, dialect) => {
    const query = db
      .updateTable('notices')
      .set({ read_at: p.now })
      .where('user_id', '=', p.user)
      .where('read_at', 'is', null);
    if (marked.ids) return query.where(dialect.among(sql.ref('id'), p.ids));
    return marked.ticket_id ? query.where('ticket_id', '=', p.ticket) : query.where('created_at', '<=', p.until);
  },
);

const markUnread = compiled((db, p: { user: string; ids: readonly string[] }, dialect) =>
  db
    .updateTable('notices')
    .set({ read_at: null })
    .where('user_id', '=', p.user)
    .where('read_at', 'is not', null)
    .where(dialect.among(sql.ref('id'), p.ids)),
);

const closings = compiled((db, p: { comment: string }) =>
  db
    .updateTable('notices')
    .set({ comment_id: null })
    .where('comment_id', '=', p.comment)
    .where('reason', '=', sql.lit('closed')),
);

const removeUnread = compiled((db, p: { events: readonly string[] }, { among }) =>
  db
    .deleteFrom('notices')
    .where(among(sql.ref('event_id'), p.events))
    .where('read_at', 'is', null)
    .returning('user_id'),
);

type Old = Readonly<{ before: Instant; limit: number }>;
const old = (p: Old) =>
  sql`select id from notices where created_at < ${p.before} order by created_at, id limit ${p.limit}`;

/** The record of who was told outlives the notices. */
const keepTellings = compiled(
  (_, p: Old) => sql`
    insert into tellings (id, ticket_id, event_name, channel, user_id, why, is_internal,
      created_at, updated_at, delivered_at, read_at)
    select n.id, coalesce(n.ticket_id, n.aside_id), coalesce(n.event_name, e.event_name), 'inbox', n.user_id, n.why,
      coalesce(c.is_internal, ${isInternalEvent(sql`e.payload`)}), n.created_at, n.created_at, n.created_at, n.read_at
    from notices n left join event_outbox e on e.event_id = n.event_id left join comments c on c.id = n.comment_id
    where n.id in (${old(p)}) and coalesce(n.ticket_id, n.aside_id) is not null
      and coalesce(n.event_name, e.event_name) is not null`,
);
const forget = compiled((_, p: Old) => sql`delete from notices where id in (${old(p)})`);

/** Notices: what happened that concerns somebody. What they may read of them is decided when they read. */
export class NoticeStore extends Store {
  readonly add = this.changes(insert);
  readonly closedOn = this.all(closedOn);
  readonly ticket = this.first(ticket);
  /** @returns how many were read. */
  readonly markUnread = this.changes(markUnread);

  /** Newest first. */
  async list(person: Reader, listing: NoticeListing): Promise<Notice[]> {
    const scopes = scopesOf(person);
    const values = { ...valuesOf(person, scopes), after: listing.after ?? '', limit: listing.limit };
    const rows = await this.connection.all(page({ ...listing, scopes }), values);
    return rows.map(({ project_id, ...notice }) => (project_id === null ? notice : { ...notice, project_id }));
  }

  async countUnread(person: Reader): Promise<number> {
    const scopes = scopesOf(person);
    return (await this.connection.only(unreadOf(scopes), valuesOf(person, scopes))).unread;
  }

  /** How many of these are the person's, and may be read by them. */
  async countNamed(person: Reader, ids: readonly string[]): Promise<number> {
    const scopes = scopesOf(person);
    const values = { ...valuesOf(person, scopes), ids };
    return (await this.connection.all(named(scopes), values)).length;
  }

  /** @returns how many were unread. */
  markRead(user: string, marked: Marked, now: Instant): Promise<number> {
    const { ids = [], ticket_id = '', until = now } = marked;
    const values = { user, ids, ticket: ticket_id, until, now };
    return this.connection.change(markRead(marked), values);
  }

  /** Removes notices of before that moment, and keeps who was told what. @returns how many notices. */
  async forget(before: Instant, limit: number): Promise<number> {
    await this.connection.change(keepTellings, { before, limit });
    return this.connection.change(forget, { before, limit });
  }

  /** Lets the notice of a closing stay without its answer. */
  readonly keepClosings = this.changes(closings);

  /** Removes those of events that are not read. @returns whose inboxes changed, in order. */
  async removeUnread(events: readonly string[]): Promise<string[]> {
    if (events.length === 0) return [];
    const rows = await this.connection.all(removeUnread, { events });
    return [...new Set(rows.map(({ user_id }) => user_id))].sort();
  }
}

/** The people whom a notice told of the closing of these tickets, oldest first. */
export const closingNotices = (work: Work<Actor>, tickets: readonly string[]) =>
  work.of(NoticeStore).closedOn({ tickets });

export const countUnread = (work: Work<Actor>, person: Reader) => work.of(NoticeStore).countUnread(person);
