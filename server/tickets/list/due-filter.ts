import { sql } from 'kysely';
import type { TicketFilter } from '#contract/ticket-list.ts';
import { dueToday } from '#conversation';
import { Failure, isDeveloper, type Work } from '#platform';
import type { Condition } from './ticket-filter.ts';
import type { TicketListing } from './way.ts';

const running = (condition: unknown) => sql<boolean>`tickets.id in (
  select waits.ticket_id from waits where waits.ended_at is null and ${condition})`;

/** What a list asks of what is due. @throws Failure `forbidden` when a reporter asks for it. */
export async function dueFilterOf(work: Work, { due, sort }: TicketFilter): Promise<Condition | null> {
  if (due === undefined && sort !== 'due_at') return null;
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for what is due. Leave due and its order out.' });
  const values = { dueNow: work.now };
  const of = (form: string, write: Condition['sql'], more: Condition['values'] = {}): Condition => ({
    form: `due=${form}`,
    values: { ...values, ...more },
    sql: write,
  });
  if (due === 'missed') return of('missed', ({ p }) => running(sql`due_at <= ${p.dueNow}`));
  if (due === 'soon') return of('soon', ({ p }) => running(sql`due_at > ${p.dueNow} and soon_at <= ${p.dueNow}`));
  if (due === 'none') return of('none', () => running(sql`due_at is null`));
  return due === undefined ? null : todayOf(work, of);
}

/** By the calendar of each wait: until the day is over by its clock. */
async function todayOf(
  work: Work,
  of: (form: string, write: Condition['sql'], more: Condition['values']) => Condition,
): Promise<Condition> {
  const ends = await dueToday(work);
  const values = Object.fromEntries(
    ends.flatMap(({ id, end }, n) => [
      [`dueIn${n}`, id],
      [`dueEnd${n}`, end],
    ]),
  );
  return of(
    `today ${ends.length}`,
    ({ p }) => {
      const each = ends.map((_, n) => sql`(calendar_id = ${p[`dueIn${n}`]} and due_at < ${p[`dueEnd${n}`]})`);
      return running(ends.length === 0 ? sql`1 = 0` : sql`due_at > ${p.dueNow} and (${sql.join(each, sql` or `)})`);
    },
    values,
  );
}

/** What is due comes before all others by their number. */
export function dueStretches(listing: TicketListing): TicketListing[] {
  const isPast = typeof listing.after?.value === 'number';
  const others: TicketListing = { ...listing, hasDue: false, sort: 'number', after: isPast ? listing.after : null };
  return [...(isPast ? [] : [{ ...listing, hasDue: true }]), others];
}
