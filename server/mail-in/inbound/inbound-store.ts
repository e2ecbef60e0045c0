import { type Kysely, sql } from 'kysely';
import type { MailInState } from '#contract/mail-in-words.ts';
import { compiled, compiledForms, type Instant, tableStore } from '#platform';
import type { RowOf, Schema } from '#records';

export type StoredMail = RowOf<'inbound_mails'>;
/** With the number of its ticket, and the ticket on which the comment stands that it became: joining and splitting move comments. */
export type ListedMail = StoredMail & {
  readonly ticket_number: number | null;
  readonly comment_ticket_id: string | null;
};

const ofDigest = compiled((db, p: { digest: string; recipient: string }) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'state'])
    .where('digest', '=', p.digest)
    .where('recipient', '=', p.recipient),
);

const mails = (db: Kysely<Schema>) =>
  db
    .selectFrom('inbound_mails')
    .leftJoin('tickets', 'tickets.id', 'inbound_mails.ticket_id')
    .leftJoin('comments', 'comments.id', 'inbound_mails.comment_id')
    .selectAll('inbound_mails')
    .select(['tickets.number as ticket_number', 'comments.ticket_id as comment_ticket_id']);

const find = compiled((db, p: { id: string }) => mails(db).where('inbound_mails.id', '=', p.id));

const list = compiledForms(
  (form: { hasState: boolean; isFirst: boolean }) => `${form.hasState} ${form.isFirst}`,
  (db, p: { state: MailInState; before: string; limit: number }, { hasState, isFirst }) => {
    let query = mails(db);
    if (hasState) query = query.where('inbound_mails.state', '=', p.state);
    if (!isFirst) query = query.where('inbound_mails.id', '<', p.before);
    return query.orderBy('inbound_mails.id', 'desc').limit(p.limit);
  },
);

const due = compiled((db, p: { now: Instant; limit: number }) =>
  db
    .selectFrom('inbound_mails')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', p.now)
    .orderBy('next_attempt_at')
    .limit(p.limit),
);

const claim = compiled((db, p: { id: string; lease: string; now: Instant; until: Instant }) =>
  db
    .updateTable('inbound_mails')
    .set((eb) => ({ lease: p.lease, next_attempt_at: p.until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', p.id)
    .where('state', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', p.now),
);

const waiting = compiled((db) =>
  db
    .selectFrom('inbound_mails')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('received_at').as('oldest')])
    .where('state', '=', sql.lit('waiting')),
);

const lastReceived = compiled((db) =>
  db
    .selectFrom('inbound_mails')
    .select('received_at as at')
    .where('via', '<>', sql.lit('import'))
    .orderBy('received_at', 'desc')
    .limit(1),
);

const states = compiled((db, p: { since: Instant }) =>
  db
    .selectFrom('inbound_mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('received_at', '>=', p.since)
    .groupBy('state'),
);

const ofPerson = compiled((db, p: { person: string; since: Instant }) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'state', 'verdict', 'received_at', 'done_at', 'message_id', 'ticket_id', 'comment_id'])
    .where('person_id', '=', p.person)
    .where('received_at', '>=', p.since),
);

const lastOfPerson = compiled((db, p: { person: string; limit: number }) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'verdict'])
    .where('person_id', '=', p.person)
    .orderBy('received_at', 'desc')
    .limit(p.limit),
);

const repliesOn = compiled((db, p: { ticket: string; since: Instant }) =>
  db
    .selectFrom('inbound_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ticket_id', '=', p.ticket)
    .where('state', '=', sql.lit('reply'))
    .where('received_at', '>=', p.since),
);

const onTicket = compiled((db, p: { ticket: string; limit: number }) =>
  db
    .selectFrom('inbound_mails')
    .select('verdict')
    .where('ticket_id', '=', p.ticket)
    .where((eb) => eb.or([eb('state', '=', sql.lit('reply')), eb('state', '=', sql.lit('report'))]))
    .orderBy('received_at', 'desc')
    .limit(p.limit),
);

type Old = Readonly<{ before: Instant; most: number }>;
const stale = compiled(
  (_, p: Old) => sql`update inbound_mails set raw_file = null where id in (
    select id from inbound_mails where raw_file is not null and received_at < ${p.before} and state <> 'waiting'
    limit ${p.most})`,
);
const forgotten = compiled(
  (_, p: Old) => sql`delete from inbound_mails where id in (
    select id from inbound_mails where received_at < ${p.before} and state <> 'waiting' limit ${p.most})`,
);

export class InboundStore extends tableStore('inbound_mails') {
  /** The mail of these bytes to that recipient, if it is there. */
  readonly ofDigest = this.first(ofDigest);
  /** Takes a mail to work on until a moment. @returns whether it is ours. */
  readonly claim = this.changesAny(claim);
  /** How many mails wait, and since when the oldest does. */
  readonly waiting = this.only(waiting);
  readonly states = this.all(states);
  /** The mails of a person since a moment. */
  readonly ofPerson = this.all(ofPerson);
  /** The last mails of a person, newest first. */
  readonly lastOfPerson = this.all(lastOfPerson);
  /** How many replies a ticket had since a moment. */
  readonly repliesOn = this.countOf(repliesOn);
  /** The verdicts of the last mails on a ticket, newest first. */
  readonly onTicket = this.all(onTicket);
  /** Names no longer the files of mails that are so old. @returns how many. */
  readonly dropRaw = this.changes(stale);
  /** Removes mails that are so old. @returns how many. */
  readonly forget = this.changes(forgotten);

  override find(id: string): Promise<ListedMail | undefined> {
    return this.connection.first(find, { id });
  }

  /** Newest first. @param before the id behind which the page begins. */
  list(state: MailInState | null, before: string | null, limit: number): Promise<ListedMail[]> {
    const query = list({ hasState: state !== null, isFirst: before === null });
    return this.connection.all(query, { state: state ?? 'waiting', before: before ?? '', limit });
  }

  async due(now: Instant, limit: number): Promise<string[]> {
    return (await this.connection.all(due, { now, limit })).map(({ id }) => id);
  }

  async lastReceived(): Promise<Instant | null> {
    return (await this.connection.first(lastReceived))?.at ?? null;
  }
}

const ofToken = compiled((db, p: { token: string }) =>
  db
    .selectFrom('reply_addresses')
    .innerJoin('tickets', 'tickets.id', 'reply_addresses.ticket_id')
    .innerJoin('users', 'users.id', 'reply_addresses.user_id')
    .select(['token', 'ticket_id', 'user_id', 'revoked_at', 'users.email', 'tickets.merged_into_id'])
    .where('token', '=', p.token),
);

/** A mail carries few; one with more was made up. */
const MOST_TOKENS = 50;

/** The tokens by which answers find their ticket. */
export class ReplyAddressStore extends tableStore('reply_addresses', 'token') {
  /** The known ones of these tokens, with their owners. */
  async ofTokens(tokens: readonly string[]) {
    const some = [...new Set(tokens)].slice(0, MOST_TOKENS);
    const rows = await Promise.all(some.map((token) => this.connection.first(ofToken, { token })));
    return rows.filter((row) => row !== undefined);
  }
}

export type ReplyToken = Awaited<ReturnType<ReplyAddressStore['ofTokens']>>[number];
