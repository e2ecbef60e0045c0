import { type Kysely, sql } from 'kysely';
import { type Reader, readsInternals } from '#access';
import type { Notice, NoticesRead } from '#contract/notices.ts';
import { type Actor, type Connection, compiled, compiledForms, type Instant, type Work } from '#platform';
import type { Schema } from '#records';
import { flag, type NoticeTable } from '#records';

export type StoredNotice = Readonly<NoticeTable>;
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
  }),
);

const ticket = compiled((db, p: { id: string }) =>
  db.selectFrom('tickets').select(['id', 'reporter_id', 'assignee_id']).where('id', '=', p.id),
);

/** The notices of a person, those left out that they may not read now. */
function readable(db: Kysely<Schema>, user: string, internals: boolean) {
  const query = db
    .selectFrom('notices')
    .innerJoin('tickets', 'tickets.id', 'notices.ticket_id')
    .leftJoin('comments', 'comments.id', 'notices.comment_id')
    .where('notices.user_id', '=', user);
  if (internals) return query;
  return query
    .where('tickets.reporter_id', '=', user)
    .where((eb) => eb.or([eb('notices.comment_id', 'is', null), eb('comments.is_internal', '=', flag(false))]));
}

interface PageForm extends NoticeListing {
  readonly internals: boolean;
}

const page = compiledForms(
  ({ internals, unread, after }: PageForm) => `${internals} ${unread} ${after !== null}`,
  (db, p: { user: string; after: string; limit: number }, { internals, unread, after }) => {
    let query = readable(db, p.user, internals)
      .leftJoin('users', 'users.id', 'notices.actor_id')
      .select(['notices.id', 'notices.reason', 'notices.ticket_id'])
      .select(['tickets.number as ticket_number', 'tickets.title as ticket_title'])
      .select(['notices.comment_id', 'notices.event_id', 'notices.actor_id', 'users.name as actor_name'])
      .select(['notices.created_at', 'notices.read_at']);
    if (unread !== null) query = query.where('notices.read_at', unread ? 'is' : 'is not', null);
    if (after !== null) query = query.where('notices.id', '<', p.after);
    return query.orderBy('notices.id', 'desc').limit(p.limit);
  },
);

const unreadOf = compiledForms(String, (db, p: { user: string }, internals: boolean) =>
  readable(db, p.user, internals)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('notices.read_at', 'is', null),
);

const named = compiledForms(String, (db, p: { user: string; ids: string }, internals: boolean, dialect) =>
  readable(db, p.user, internals)
    .select('notices.id')
    .where(dialect.among(sql.ref('notices.id'), p.ids)),
);

const markRead = compiledForms(
  ({ ids, ticket_id }: Marked) => (ids ? 'ids' : ticket_id ? 'ticket' : 'until'),
  (db, p: { user: string; ids: string; ticket: string; until: Instant; now: Instant }, wanted, dialect) => {
    const query = db
      .updateTable('notices')
      .set({ read_at: p.now })
      .where('user_id', '=', p.user)
      .where('read_at', 'is', null);
    if (wanted.ids) return query.where(dialect.among(sql.ref('id'), p.ids));
    return wanted.ticket_id ? query.where('ticket_id', '=', p.ticket) : query.where('created_at', '<=', p.until);
  },
);

const markUnread = compiled((db, p: { user: string; ids: string }, dialect) =>
  db
    .updateTable('notices')
    .set({ read_at: null })
    .where('user_id', '=', p.user)
    .where('read_at', 'is not', null)
    .where(dialect.among(sql.ref('id'), p.ids)),
);

const aboutComment = compiled((db, p: { comment: string }) =>
  db.selectFrom('notices').select('user_id').where('comment_id', '=', p.comment).orderBy('user_id'),
);

const closings = compiled((db, p: { comment: string }) =>
  db
    .updateTable('notices')
    .set({ comment_id: null })
    .where('comment_id', '=', p.comment)
    .where('reason', '=', sql.lit('closed')),
);

const removeOf = compiled((db, p: { comment: string }) => db.deleteFrom('notices').where('comment_id', '=', p.comment));

const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('notices')
    .where('id', 'in', (eb) =>
      eb.selectFrom('notices').select('id').where('created_at', '<', p.before).orderBy('created_at').limit(p.most),
    ),
);

/** Notices: what happened that concerns somebody. What they may read of them is decided when they read. */
export class NoticeStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(notice: NewNotice): Promise<void> {
    await this.#connection.change(insert, notice);
  }

  /** Who reported a ticket and who has it. */
  ticket(id: string) {
    return this.#connection.first(ticket, { id });
  }

  /** Newest first. */
  list({ id, role }: Reader, wanted: NoticeListing): Promise<Notice[]> {
    const form = { ...wanted, internals: readsInternals({ id, role }) };
    return this.#connection.all(page(form), { user: id, after: wanted.after ?? '', limit: wanted.limit });
  }

  async countUnread(person: Reader): Promise<number> {
    return (await this.#connection.only(unreadOf(readsInternals(person)), { user: person.id })).unread;
  }

  /** How many of these are the person's, and may be read by them. */
  async countNamed(person: Reader, ids: readonly string[]): Promise<number> {
    const values = { user: person.id, ids: JSON.stringify(ids) };
    return (await this.#connection.all(named(readsInternals(person)), values)).length;
  }

  /** @returns how many were unread. */
  markRead(user: string, marked: Marked, now: Instant): Promise<number> {
    const { ids = [], ticket_id = '', until = now } = marked;
    const values = { user, ids: JSON.stringify(ids), ticket: ticket_id, until, now };
    return this.#connection.change(markRead(marked), values);
  }

  /** @returns how many were read. */
  markUnread(user: string, ids: readonly string[]): Promise<number> {
    return this.#connection.change(markUnread, { user, ids: JSON.stringify(ids) });
  }

  /** Removes the notices of a comment; a closing stays, without its answer. @returns whose inboxes changed, in order. */
  async removeOf(comment: string): Promise<string[]> {
    const found = await this.#connection.all(aboutComment, { comment });
    if (found.length === 0) return [];
    await this.#connection.change(closings, { comment });
    await this.#connection.change(removeOf, { comment });
    return [...new Set(found.map(({ user_id }) => user_id))];
  }

  /** @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
  }
}

export const countUnread = (work: Work<Actor>, person: Reader) => work.of(NoticeStore).countUnread(person);
