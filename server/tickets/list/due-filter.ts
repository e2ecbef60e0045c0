import { type RawBuilder, sql } from 'kysely';
import type { TicketFilter } from '#contract/ticket-list.ts';
import { dueToday } from '#conversation';
import { compiledForms, Failure, isDeveloper, Store, type Work } from '#platform';
import type { Condition } from './ticket-filter.ts';
import type { TicketListing } from './way.ts';

/** The condition of a list on due dates. */
export interface DueCondition extends Condition {
  /** Whether so few tickets fit that the list is gathered from these. */
  readonly few: boolean;
  /** Whether those that fit have a due date. */
  readonly hasDue: boolean;
}

type Values = Readonly<Record<string, string>>;

/** A condition on the wait that runs. */
interface Asked {
  readonly form: string;
  readonly values: Values;
  /** @param dueAt the column of the due date, as it is to be looked up. */
  holds(p: Readonly<Record<string, unknown>>, dueAt?: RawBuilder<unknown>): RawBuilder<unknown>;
}

const INDEXED = sql.ref('due_at');

/** A list gathers fewer tickets than these before it sorts them. */
const FEW = 1_000;

const counted = compiledForms(
  ({ form }: Asked) => form,
  (_, p: Values, { holds }: Asked, { limit }) =>
    sql<{ waits: number }>`select count(*) as waits from (
      select 1 from waits where ended_at is null and ${holds(p)} ${limit(FEW)}) as gathered`,
);

class DueStore extends Store {
  async areFew(condition: Asked): Promise<boolean> {
    return (await this.connection.only(counted(condition), condition.values)).waits < FEW;
  }
}

/** By the calendar of each wait it is today until the day is over by its clock. */
async function askedOf(work: Work, due: NonNullable<TicketFilter['due']>): Promise<Asked> {
  const values = { dueNow: work.now };
  if (due === 'missed') return { form: due, values, holds: (p, dueAt = INDEXED) => sql`${dueAt} <= ${p.dueNow}` };
  if (due === 'soon')
    return { form: due, values, holds: (p, dueAt = INDEXED) => sql`${dueAt} > ${p.dueNow} and soon_at <= ${p.dueNow}` };
  if (due === 'none') return { form: due, values: {}, holds: (_, dueAt = INDEXED) => sql`${dueAt} is null` };
  const ends = await dueToday(work);
  const named = ends.flatMap(({ id, end }, n) => [[`dueIn${n}`, id] as const, [`dueEnd${n}`, end] as const]);
  return {
    form: `today ${ends.length}`,
    values: { ...values, ...Object.fromEntries(named) },
    holds: (p, dueAt = INDEXED) => {
      const each = ends.map((_, n) => sql`(calendar_id = ${p[`dueIn${n}`]} and ${dueAt} < ${p[`dueEnd${n}`]})`);
      return ends.length === 0 ? sql`1 = 0` : sql`${dueAt} > ${p.dueNow} and (${sql.join(each, sql` or `)})`;
    },
  };
}

/**
 * Reads the condition of a list on due dates.
 *
 * @param mayWalk whether it may be read in its order, where many fit.
 * @throws Failure `forbidden` when a reporter asks for it.
 */
export async function dueFilterOf(
  work: Work,
  { due, sort }: TicketFilter,
  mayWalk: boolean,
): Promise<DueCondition | null> {
  if (due === undefined && sort !== 'due_at') return null;
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for what is due. Leave due and its order out.' });
  if (due === undefined) return null;
  const condition = await askedOf(work, due);
  const few = !mayWalk || (await work.of(DueStore).areFew(condition));
  const isByDue = sort === 'due_at';
  return {
    few,
    hasDue: due !== 'none',
    form: `due=${condition.form} ${few} ${isByDue}`,
    values: condition.values,
    sql({ p, column, beside, selected, finds, unindexed }) {
      if (due === 'missed') return sql`${few || isByDue ? column('due_at') : beside('due_at')} <= ${p.dueNow}`;
      const running = sql`from waits where ended_at is null`;
      // SQLite would look through all that are due for each ticket, instead of the one wait of that.
      return few
        ? selected(sql`select ticket_id ${running} and ${condition.holds(p)}`)
        : finds(
            sql`select 1 ${running} and waits.ticket_id = tickets.id and ${condition.holds(p, unindexed('waits.due_at'))}`,
          );
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
