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
  holds(p: Readonly<Record<string, unknown>>): RawBuilder<unknown>;
}

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
  if (due === 'missed') return { form: due, values, holds: (p) => sql`due_at <= ${p.dueNow}` };
  if (due === 'soon') return { form: due, values, holds: (p) => sql`due_at > ${p.dueNow} and soon_at <= ${p.dueNow}` };
  if (due === 'none') return { form: due, values: {}, holds: () => sql`due_at is null` };
  const ends = await dueToday(work);
  const named = ends.flatMap(({ id, end }, n) => [[`dueIn${n}`, id] as const, [`dueEnd${n}`, end] as const]);
  return {
    form: `today ${ends.length}`,
    values: { ...values, ...Object.fromEntries(named) },
    holds: (p) => {
      const each = ends.map((_, n) => sql`(calendar_id = ${p[`dueIn${n}`]} and due_at < ${p[`dueEnd${n}`]})`);
      return ends.length === 0 ? sql`1 = 0` : sql`due_at > ${p.dueNow} and (${sql.join(each, sql` or `)})`;
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
    sql({ p, column, beside, selected, finds }) {
      if (due === 'missed') return sql`${few || isByDue ? column('due_at') : beside('due_at')} <= ${p.dueNow}`;
      const waits = sql`from waits where ended_at is null and ${condition.holds(p)}`;
      return few
        ? selected(sql`select ticket_id ${waits}`)
        : finds(sql`select 1 ${waits} and waits.ticket_id = tickets.id`);
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
