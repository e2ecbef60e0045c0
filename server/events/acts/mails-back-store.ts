import { sql } from 'kysely';
import { type Actor, compiled, type Instant, type Internals, Store, type Work } from '#platform';
import type { StoredAct } from './act-store.ts';

type OfTickets = { readonly tickets: readonly string[]; readonly correlation: string; readonly at: Instant };

const entries = compiled((db, p: OfTickets, { among }) =>
  db
    .selectFrom('event_outbox')
    .select(['id', 'event_id', 'aggregate_id'])
    .where(among(sql.ref('aggregate_id'), p.tickets))
    .where('correlation_id', '=', p.correlation)
    .where('occurred_at', '>=', p.at),
);

/** The mails that went out, or are going out at this moment. */
const sent = compiled((db, p: { entries: readonly string[] }, { among }) =>
  db
    .selectFrom('event_deliveries')
    .select(['entry_id', 'destination', 'why'])
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

/** The mails and notices of an act about some tickets. */
export interface ActMails {
  readonly entries: readonly string[];
  readonly events: readonly string[];
  /** The people who were mailed, each once a ticket. */
  readonly mailed: NonNullable<Internals['told']>;
}

/** Reads what an act told of tickets. Rules share the name of their requests, so nothing of theirs is taken back. */
export async function mailsOf(work: Work<Actor>, act: StoredAct, tickets: readonly string[]): Promise<ActMails> {
  const { correlation_id: correlation, at } = act;
  if (tickets.length === 0 || correlation === null || act.via === 'rule')
    return { entries: [], events: [], mailed: [] };
  const entries = await work.of(MailsBackStore).entries({ tickets, correlation, at });
  const ticketOf = new Map(entries.map(({ id, aggregate_id }) => [id, aggregate_id]));
  const ids = [...ticketOf.keys()];
  const rows = ids.length === 0 ? [] : await work.of(MailsBackStore).sent({ entries: ids });
  const mailed = rows.map(({ entry_id, destination, why }) => {
    const [user, ticket] = [destination.slice('mail:'.length), ticketOf.get(entry_id) ?? ''];
    return [`${ticket} ${user}`, { user, ticket, comment: null, why }] as const;
  });
  return { entries: ids, events: entries.map(({ event_id }) => event_id), mailed: [...new Map(mailed).values()] };
}

/** Mails that have not gone out do not any more. */
export async function takeMailsBack(work: Work<Actor>, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  const change = { entries, now: work.now };
  await work.of(MailsBackStore).mark(change);
  await work.of(MailsBackStore).hurry(change);
}
