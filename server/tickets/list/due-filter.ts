import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TicketFilter } from '#contract/ticket-list.ts';
import { dueToday } from '#conversation';
import { compiledForms, Failure, isDeveloper, Store, type Work } from '#platform';
import type { Condition } from './ticket-filter.ts';
import type { TicketListing } from './way.ts';

type Values = Readonly<Record<string, string>>;
type Named = Readonly<Record<string, unknown>>;

/** A condition on the wait that runs on a ticket. */
interface DueTerms {
  readonly form: string;
  readonly values: Values;
  /** Its part on the due date, which the ticket has as well. @param dueAt the column. */
  due(p: Named, dueAt: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** Its part on the wait alone; null for none. @param dueAt its column, along whose index nothing is read. */
  readonly more: ((p: Named, dueAt: RawBuilder<unknown>) => RawBuilder<SqlBool>) | null;
}

/** The filter of a list on due dates. */
export interface ListedDue extends DueTerms {
  /** Whether so few tickets fit that the list is gathered from these. */
  readonly few: boolean;
  /** Whether those that fit have a due date. */
  readonly hasDue: boolean;
}

const OWN = 'waits.due_at';

/** The waits that run and fit. */
const fitting = ({ due, more }: DueTerms, p: Named, unindexed: Parameters<Condition['sql']>[0]['unindexed']) =>
  sql`from waits where ended_at is null and ${due(p, sql.ref(OWN))} ${more === null ? sql`` : sql`and ${more(p, unindexed(OWN))}`}`;

/** A list gathers fewer tickets than these before it sorts them. */
const FEW = 1_000;
/** A list that asks for more as well, or comes from the latest date on, gathers more: in its order it would pass over others. */
const FEW_IN_NARROW = 6_000;

const counted = compiledForms(
  ({ terms, few }: { terms: DueTerms; few: number }) => `${terms.form} ${few}`,
  (_, p: Values, { terms, few }, { limit, unindexed }) =>
    sql<{ waits: number }>`select count(*) as waits from (
      select 1 ${fitting(terms, p, unindexed)} ${limit(few)}) as gathered`,
);

class DueStore extends Store {
  async areFew(terms: DueTerms, few: number): Promise<boolean> {
    return (await this.connection.only(counted({ terms, few }), terms.values)).waits < few;
  }
}

/** By the calendar of each wait it is today until the day is over by its clock. */
async function today(work: Work): Promise<DueTerms> {
  const ends = (await dueToday(work)).sort((a, b) => (a.end < b.end ? 1 : -1));
  const named = ends.flatMap(({ id, end }, n) => [[`dueIn${n}`, id] as const, [`dueEnd${n}`, end] as const]);
  const isOneEnd = ends.every(({ end }) => end === ends[0]?.end);
  return {
    form: `today ${isOneEnd || ends.length}`,
    values: { dueNow: work.now, dueEnd0: work.now, ...Object.fromEntries(named) },
    // The latest end comes first.
    due: (p, dueAt) => sql`${dueAt} > ${p.dueNow} and ${dueAt} < ${p.dueEnd0}`,
    more: isOneEnd
      ? null
      : (p, dueAt) => {
          const each = ends.map((_, n) => sql`(calendar_id = ${p[`dueIn${n}`]} and ${dueAt} < ${p[`dueEnd${n}`]})`);
          return sql`(${sql.join(each, sql` or `)})`;
        },
  };
}

async function termsOf(work: Work, due: NonNullable<TicketFilter['due']>): Promise<DueTerms> {
  if (due === 'today') return today(work);
  const values = { dueNow: work.now };
  if (due === 'missed') return { form: due, values, due: (p, dueAt) => sql`${dueAt} <= ${p.dueNow}`, more: null };
  if (due === 'none')
    return {
      form: due,
      values: {},
      due: (_, dueAt) => sql`${dueAt} is null`,
      more: () => sql`waits.since is not null`,
    };
  const more: DueTerms['more'] = (p) => sql`soon_at <= ${p.dueNow}`;
  return { form: due, values, due: (p, dueAt) => sql`${dueAt} > ${p.dueNow}`, more };
}

/**
 * Reads the filter of a list on due dates.
 *
 * @param mayWalk whether the list may be read in its order, where many fit.
 * @param isNarrow whether the list asks for more than that.
 * @throws Failure `forbidden` when a reporter asks for it.
 */
export async function dueFilterOf(
  work: Work,
  { due, sort, order }: TicketFilter,
  mayWalk: boolean,
  isNarrow: boolean,
): Promise<ListedDue | null> {
  if (due === undefined && sort !== 'due_at') return null;
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for what is due. Leave due and its order out.' });
  if (due === undefined) return null;
  const terms = await termsOf(work, due);
  // In the order of due dates a list begins with what is due so; what is never due comes by number, the oldest first.
  const isInOrder = sort === 'due_at' && !(due === 'soon' && order === 'desc');
  const areFew = () => work.of(DueStore).areFew(terms, isNarrow || sort === 'due_at' ? FEW_IN_NARROW : FEW);
  const few = !mayWalk || (isInOrder ? due === 'none' : await areFew());
  return { ...terms, few, hasDue: due !== 'none' };
}

/** The condition of a list with such a filter. */
export function dueCondition(filter: ListedDue, isByDue: boolean): Condition {
  const { form, values, few, due, more } = filter;
  return {
    form: `due=${form} ${few} ${isByDue}`,
    values,
    sql({ p, column, beside, selected, finds, unindexed }) {
      if (few) return selected(sql`select ticket_id ${fitting(filter, p, unindexed)}`);
      const isDue = due(p, isByDue ? column('due_at') : beside('due_at'));
      if (more === null) return isDue;
      // SQLite would look through all that are due for each ticket, instead of the one wait of that.
      const own = sql`select 1 from waits where ended_at is null and waits.ticket_id = tickets.id`;
      return sql`${isDue} and ${finds(sql`${own} and ${more(p, unindexed(OWN))}`)}`;
    },
  };
}

/** Tickets that are due come before all others by their number. */
export function dueStretches(listing: TicketListing): TicketListing[] {
  const isPast = typeof listing.after?.value === 'number';
  const others: TicketListing = { ...listing, hasDue: false, sort: 'number', after: isPast ? listing.after : null };
  const { due } = listing;
  return [...(isPast || due?.hasDue === false ? [] : [{ ...listing, hasDue: true }]), ...(due?.hasDue ? [] : [others])];
}
