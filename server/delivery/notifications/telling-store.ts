import { type Kysely, type SqlBool, sql } from 'kysely';
import { isInternalEvent } from '#events';
import { allSettled, compiledForms, DAY, deleteBefore, type Instant, type StaleRows, Store, shifted } from '#platform';
import { flag, type RowOf, type Schema } from '#records';
import { readSetting } from '#settings';
import { destinationName, recipientId } from './recipients.ts';

/** Which receipts of a ticket somebody reads. */
export interface TellingListing {
  readonly ticket: string;
  /** Only those of this person; null for all. */
  readonly person: string | null;
  /** Whether it has those that told of internal words. */
  readonly withInternals: boolean;
  readonly reporter: string;
  readonly since: Instant;
  readonly before: string;
  readonly limit: number;
}

/** A receipt, whether it is read from a delivery, a notice, or what is kept of them. */
export interface TellingRow extends Omit<RowOf<'tellings'>, 'ticket_id' | 'event_name' | 'is_internal'> {
  readonly status: RowOf<'event_deliveries'>['status'];
  readonly event_name: string | null;
}

type Form = Readonly<{ isOwn: boolean; withInternals: boolean }>;
const formOf = ({ isOwn, withInternals }: Form) => `${isOwn} ${withInternals}`;

interface Values extends Omit<TellingListing, 'person' | 'withInternals'> {
  readonly person: string;
  readonly mails: string;
  readonly mailsOfReporter: string;
}

const idsOn = (db: Kysely<Schema>, p: Values) =>
  db
    .selectFrom('event_deliveries as own')
    .select('own.id')
    .where('own.aggregate_id', '=', p.ticket)
    .where('own.thread_id', 'is', null)
    .union(db.selectFrom('event_deliveries as other').select('other.id').where('other.thread_id', '=', p.ticket))
    .union(
      db
        .selectFrom('digested_tickets')
        .innerJoin('event_deliveries as mail', 'mail.entry_id', 'digested_tickets.entry_id')
        .select('mail.id')
        .where('digested_tickets.ticket_id', '=', p.ticket)
        .where('mail.why', '=', sql.lit('team')),
    );

const deliveries = compiledForms(formOf, (db, p: Values, { isOwn, withInternals }: Form) =>
  db
    .selectFrom('event_deliveries as d')
    .innerJoin('event_outbox', 'event_outbox.id', 'd.entry_id')
    .select(['d.id', 'd.channel', 'd.destination', 'd.why', 'd.status', 'd.response_status', 'd.server_said'])
    .select(['d.not_sent_because', 'd.created_at', 'd.updated_at', 'd.delivered_at', 'd.bounced_at'])
    .select('event_outbox.event_name')
    .where('d.id', 'in', idsOn(db, p))
    .where('d.id', '<', p.before)
    .where('d.created_at', '>=', p.since)
    // The digest that goes to the ticket's reporter lists other tickets.
    .where((eb) =>
      eb.or([eb('d.why', 'is', null), eb('d.why', '<>', 'team'), eb('d.destination', '<>', p.mailsOfReporter)]),
    )
    .$if(isOwn, (all) => all.where('d.destination', '=', p.mails))
    .$if(!withInternals, (all) => all.where(sql<SqlBool>`not ${isInternalEvent(sql.ref('event_outbox.payload'))}`))
    .orderBy('d.id', 'desc')
    .limit(p.limit),
);

const notices = compiledForms(formOf, (db, p: Values, { isOwn, withInternals }: Form) =>
  db
    .selectFrom('notices')
    .leftJoin('event_outbox', 'event_outbox.event_id', 'notices.event_id')
    .select(['notices.id', 'notices.user_id', 'notices.why', 'notices.created_at', 'notices.read_at'])
    .select(
      sql<RowOf<'event_outbox'>['event_name'] | null>`coalesce(notices.event_name, event_outbox.event_name)`.as(
        'event_name',
      ),
    )
    .where((eb) => eb.or([eb('notices.ticket_id', '=', p.ticket), eb('notices.aside_id', '=', p.ticket)]))
    .where('notices.id', '<', p.before)
    .where('notices.created_at', '>=', p.since)
    .$if(isOwn, (all) => all.where('notices.user_id', '=', p.person))
    .$if(!withInternals, (all) =>
      all.where(sql<SqlBool>`(notices.comment_id is null or exists (select 1 from comments
        where comments.id = notices.comment_id and not comments.is_internal))`),
    )
    .orderBy('notices.id', 'desc')
    .limit(p.limit),
);

const former = compiledForms(formOf, (db, p: Values, { isOwn, withInternals }: Form) =>
  db
    .selectFrom('tellings')
    .selectAll()
    .where('ticket_id', '=', p.ticket)
    .where('id', '<', p.before)
    .where('created_at', '>=', p.since)
    .$if(isOwn, (all) => all.where('user_id', '=', p.person))
    .$if(!withInternals, (all) => all.where('is_internal', '=', flag(false)))
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const forget = deleteBefore('tellings', 'created_at');

const isOfMail = ({ channel }: { readonly channel: string }) => channel === 'mail';
const byId = (a: TellingRow, b: TellingRow) => (a.id < b.id ? 1 : -1);

/** The receipts of a ticket: of deliveries and notices, and those kept of deliveries and notices that are gone. */
export class TellingStore extends Store {
  readonly forget = this.changes(forget);

  /** Newest first. */
  async list({ person, withInternals, ...listing }: TellingListing): Promise<TellingRow[]> {
    const form = { isOwn: person !== null, withInternals };
    const of = { ...listing, person: person ?? '', mails: destinationName(person ?? '') };
    const values = { ...of, mailsOfReporter: destinationName(listing.reporter) };
    const [made, left, gone] = await allSettled([
      this.connection.all(deliveries(form), values),
      this.connection.all(notices(form), values),
      this.connection.all(former(form), values),
    ]);
    const rows: TellingRow[] = [
      ...made.map((row) => ({ ...row, user_id: isOfMail(row) ? recipientId(row.destination) : null, read_at: null })),
      ...left.map((row) => ({ ...row, ...ofInbox(row.created_at) })),
      ...gone.map((row) => ({ ...row, status: 'delivered' as const })),
    ];
    return rows.sort(byId).slice(0, listing.limit);
  }
}

/** A notice is there as soon as it is made. */
const ofInbox = (at: Instant) => ({
  ...{ channel: 'inbox', status: 'delivered' as const, delivered_at: at, updated_at: at, bounced_at: null },
  ...{ response_status: null, server_said: null, not_sent_because: null },
});

export const staleTellings: StaleRows = {
  tellings: async (work, most) => {
    const days = await readSetting(work, 'tellings_days');
    return work.of(TellingStore).forget({ before: shifted(work.now, -days * DAY), most });
  },
};
