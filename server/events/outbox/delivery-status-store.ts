import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type SqlBool, sql } from 'kysely';
import type { EntryName, EventName } from '#contract/words.ts';
import { ENTRY_NAMES } from '#contract/words.ts';
import { type Actor, compiled, compiledForms, IMPORT_SOURCE, type Instant, Store, type Work } from '#platform';
import type { Schema } from '#records';

const deliveries = (db: Kysely<Schema>) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(['event_deliveries.id', 'event_outbox.event_id', 'event_outbox.event_name'])
    .select(['event_deliveries.channel', 'event_deliveries.destination', 'event_deliveries.status'])
    .select(['event_deliveries.attempts', 'event_deliveries.next_attempt_at', 'event_deliveries.response_status'])
    .select(['event_deliveries.last_error', 'event_deliveries.created_at', 'event_deliveries.delivered_at'])
    .select('event_deliveries.bounced_at')
    // The receipts alone tell of what was never to be sent.
    .where(({ eb, or }) => or([eb('event_deliveries.attempts', '>', 0), eb('not_sent_because', 'is', null)]));

const ofEntry = compiled((db, p: { entry: string }) =>
  deliveries(db).where('entry_id', '=', p.entry).orderBy('event_deliveries.id'),
);

/** Mails about a ticket: those of its own events, and the digests that listed it, each a delivery of one event. */
const mailsAbout = compiled((db, p: { ticket: string; reporter: string; before: string; limit: number }) =>
  deliveries(db)
    .$narrowType<{ event_name: EventName }>()
    .where('event_deliveries.id', 'in', (ids) =>
      ids
        .selectFrom('event_deliveries as mail')
        .select('mail.id')
        .where('mail.aggregate_id', '=', p.ticket)
        .union(
          ids
            .selectFrom('digested_tickets')
            .innerJoin('event_deliveries as mail', 'mail.entry_id', 'digested_tickets.entry_id')
            .select('mail.id')
            .where('digested_tickets.ticket_id', '=', p.ticket),
        ),
    )
    .where('channel', '=', sql.lit('mail'))
    // The digest that goes to the ticket's reporter lists other tickets.
    .where((eb) => eb.or([eb('event_name', '<>', sql.lit('ticket.created')), eb('destination', '<>', p.reporter)]))
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
);

const ofChannel = compiled((db, p: { channel: string; before: string; limit: number }) =>
  deliveries(db)
    .select(['event_outbox.aggregate_type', 'event_outbox.aggregate_id'])
    // No webhook is sent a personal event.
    .$narrowType<{ event_name: EventName }>()
    .where('channel', '=', p.channel)
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
);

/** How far a delivery is, as people see it: it may have been for nobody any more, or have come back. */
export function shownStatus<S extends string>(delivery: {
  readonly status: S;
  readonly delivered_at: string | null;
  readonly bounced_at: string | null;
}): S | 'not_sent' | 'bounced' {
  if (delivery.bounced_at !== null) return 'bounced';
  return wasNotSent(delivery) ? 'not_sent' : delivery.status;
}

/** Whether a delivery ended without anything sent, because nobody was to have it any more (`not_sent`). */
const wasNotSent = (delivery: { status: string; delivered_at: string | null }): boolean =>
  delivery.status === 'delivered' && delivery.delivered_at === null;

/** After every identifier, for the first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export class DeliveryStatusStore extends Store {
  /** Deliveries of an entry, oldest first. */
  readonly ofEntry = this.all(ofEntry);
  readonly mailsAbout = this.all(mailsAbout);
  readonly ofChannel = this.all(ofChannel);
}

/** A page of deliveries, newest first: those behind `before`, the id of one; null for the newest. */
interface DeliveryPage {
  readonly before: string | null;
  readonly limit: number;
}

export const deliveriesOfChannel = (work: Work<Actor>, channel: string, { before, limit }: DeliveryPage) =>
  work.of(DeliveryStatusStore).ofChannel({ channel, before: before ?? LAST, limit });

/** Mails about a ticket. @param reporter the destination of the ticket's reporter. */
export const mailDeliveriesAbout = (
  work: Work<Actor>,
  ticket: string,
  reporter: string,
  { before, limit }: DeliveryPage,
) => work.of(DeliveryStatusStore).mailsAbout({ ticket, reporter, before: before ?? LAST, limit });

/** Which entries are to be delivered again. */
export interface Replay {
  readonly status: 'failed' | 'sent';
  readonly id: string | null;
  readonly eventName: EntryName | null;
  /** Occurred then or later. */
  readonly from: Instant | null;
  /** Occurred before then. */
  readonly to: Instant | null;
  readonly limit: number;
}

interface Values extends Readonly<Record<'id' | 'from' | 'to' | 'lease' | 'now', string>> {
  readonly eventName: EntryName;
  readonly limit: number;
}

const form = ({ status, id, eventName, from, to }: Replay) =>
  `${status} ${id !== null} ${eventName !== null} ${from !== null} ${to !== null}`;

type Filter = (eb: ExpressionBuilder<Schema, 'event_outbox'>) => ExpressionWrapper<Schema, 'event_outbox', SqlBool>;

const isChosen =
  (p: Values, { status, id, eventName, from, to }: Replay): Filter =>
  (eb) =>
    eb.and([
      eb('event_outbox.status', '=', sql.lit(status)),
      // Past events that an import recorded are news to nobody.
      eb('event_outbox.source', '<>', sql.lit(IMPORT_SOURCE)),
      ...(id === null ? [] : [eb('event_outbox.id', '=', p.id)]),
      ...(eventName === null ? [] : [eb('event_outbox.event_name', '=', p.eventName)]),
      ...(from === null ? [] : [eb('event_outbox.occurred_at', '>=', p.from)]),
      ...(to === null ? [] : [eb('event_outbox.occurred_at', '<', p.to)]),
    ]);

/** Makes the oldest entries pending, and marks them so that the statements below find their deliveries. */
const mark = compiledForms(form, (db, p: Values, replay, dialect) =>
  db
    .with('picked', (with_) =>
      dialect.held(
        with_
          .selectFrom('event_outbox')
          .select('event_outbox.position as at')
          .where(isChosen(p, replay))
          .orderBy('event_outbox.position')
          .limit(p.limit),
      ),
    )
    .updateTable('event_outbox')
    .from('picked')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: p.now,
      last_error: null,
      lease: p.lease,
      processed_at: null,
      updated_at: p.now,
    })
    .whereRef('event_outbox.position', '=', 'picked.at'),
);

const marked = (eb: ExpressionBuilder<Schema, 'event_deliveries'>, lease: string) =>
  eb('entry_id', 'in', eb.selectFrom('event_outbox').select('event_outbox.id').where('event_outbox.lease', '=', lease));

/** The failed deliveries of a failed entry, all of a sent one. None is due until it is known which come first. */
const putBack = compiledForms(form, (db, p: Values, { status }) =>
  db
    .updateTable('event_deliveries')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: null,
      last_error: null,
      response_status: null,
      delivered_at: null,
      bounced_at: null,
      server_said: null,
      not_sent_because: null,
      updated_at: p.now,
    })
    .where((eb) => marked(eb, p.lease))
    .where('status', '=', sql.lit(status === 'failed' ? 'failed' : 'delivered')),
);

const releaseFirst = compiledForms(form, (db, p: Values) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where((eb) => marked(eb, p.lease))
    .where('status', '=', sql.lit('pending'))
    .where(
      sql<boolean>`not exists (select 1 from event_deliveries as earlier
        where earlier.aggregate_id = event_deliveries.aggregate_id
        and earlier.destination = event_deliveries.destination
        and earlier.status in ('pending', 'processing') and earlier.seq < event_deliveries.seq)`,
    ),
);

/** An entry without deliveries is routed anew: nobody wanted it, or its destinations could not be decided. */
const unmark = compiledForms(
  form,
  (_, p: Values) => sql`update event_outbox set lease = null, routed_at = case when exists (
      select 1 from event_deliveries where event_deliveries.entry_id = event_outbox.id) then routed_at end
    where lease = ${p.lease}`,
);

/** Makes due again what was sent or given up. */
export class ReplayStore extends Store {
  /**
   * @param lease a new id, which marks the entries within the transaction.
   * @returns how many entries are due again.
   */
  async replay(replay: Replay, lease: string, now: Instant): Promise<number> {
    const { id, eventName, from, to, limit } = replay;
    // A value that the form of the query does not name is not used.
    const named = { id: id ?? '', eventName: eventName ?? ENTRY_NAMES[0], from: from ?? '', to: to ?? '', limit };
    const values = { ...named, lease, now };
    const count = await this.connection.change(mark(replay), values);
    if (count === 0) return 0;
    for (const query of [putBack, releaseFirst, unmark]) await this.connection.change(query(replay), values);
    return count;
  }
}
