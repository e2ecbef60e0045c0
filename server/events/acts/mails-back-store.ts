import { sql } from 'kysely';
import { type Actor, compiled, type Instant, type Internals, Store, type Work } from '#platform';
import type { StoredAct } from './act-store.ts';

type OfTicket = { readonly ticket: string; readonly correlation: string; readonly at: Instant };

const entries = compiled((db, p: OfTicket) =>
  db
    .selectFrom('event_outbox')
    .select(['id', 'event_id'])
    .where('aggregate_id', '=', p.ticket)
    .where('correlation_id', '=', p.correlation)
    .where('occurred_at', '>=', p.at),
);

/** The mails that went out, or are going out at this moment. */
const sent = compiled((db, p: { entries: readonly string[] }, { among }) =>
  db
    .selectFrom('event_deliveries')
    .select(['destination', 'why'])
    .where(among(sql.ref('entry_id'), p.entries))
    .where('channel', '=', sql.lit('mail'))
    .where('not_sent_because', 'is', null)
    .where((eb) => eb.or([eb('delivered_at', 'is not', null), eb('status', '=', sql.lit('processing'))])),
);

const mark = compiled((db, p: { entries: readonly string[]; now: Instant }, { among }) =>
  db
    .updateTable('event_outbox')
    .set({ taken_back_at: p.now })
    .where(among(sql.ref('id'), p.entries)),
);

const hurry = compiled((db, p: { entries: readonly string[]; now: Instant }, { among }) =>
  db
    .updateTable('event_deliveries')
    .set({ not_before: null, next_attempt_at: p.now })
    .where(among(sql.ref('entry_id'), p.entries))
    .where('channel', '=', sql.lit('mail'))
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null),
);

class MailsBackStore extends Store {
  readonly entries = this.all(entries);
  readonly sent = this.all(sent);
  readonly mark = this.changes(mark);
  readonly hurry = this.changes(hurry);
}

/** The mails and notices of an act about a ticket. */
export interface ActMails {
  readonly entries: readonly string[];
  readonly events: readonly string[];
  /** The people who were mailed, each once. */
  readonly mailed: NonNullable<Internals['told']>;
}

const NONE: ActMails = { entries: [], events: [], mailed: [] };

/** Reads what an act told of a ticket. Rules share the name of their requests, so nothing of theirs is taken back. */
export async function mailsOf(work: Work<Actor>, act: StoredAct, ticket: string | null): Promise<ActMails> {
  if (ticket === null || act.correlation_id === null || act.via === 'rule') return NONE;
  const place = { ticket, correlation: act.correlation_id, at: act.at };
  const entries = await work.of(MailsBackStore).entries(place);
  if (entries.length === 0) return NONE;
  const ids = entries.map(({ id }) => id);
  const rows = await work.of(MailsBackStore).sent({ entries: ids });
  const mailed = new Map(rows.map(({ destination, why }) => [destination.slice('mail:'.length), why]));
  return {
    entries: ids,
    events: entries.map(({ event_id }) => event_id),
    mailed: [...mailed].map(([user, why]) => ({ user, ticket, comment: null, why })),
  };
}

/** Mails that have not gone out do not any more. */
export async function takeMailsBack(work: Work<Actor>, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  const change = { entries, now: work.now };
  await work.of(MailsBackStore).mark(change);
  await work.of(MailsBackStore).hurry(change);
}
