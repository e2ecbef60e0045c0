import { sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { FEWEST_FOR_SHARES } from '#contract/words.ts';
import { compiledForms, type Instant, Store } from '#platform';

type Moments = Readonly<Record<'half' | 'most' | 'nearly', Instant>>;

/** The durations of closed tickets by which shares are told, or all of them where there are too few. */
const closed = compiledForms(formOfScope, (_, p: ScopeValues, scope: TicketScope, dialect) => {
  const [created, closing] = [sql.ref<Instant>('tickets.created_at'), sql.ref<Instant>('tickets.closed_at')];
  const rank = (percent: number) => sql`(total * ${sql.lit(percent)} + 99) / 100`;
  return sql<{ minutes: number; place: number; total: number }>`select minutes, place, total from (
    select minutes, row_number() over (order by minutes) as place, count(*) over () as total from (
      select cast(round(${dialect.minutesBetween(created, closing)}) as integer) as minutes from tickets
      where tickets.closed_at is not null and tickets.merged_into_id is null
        and ${inScope(scope, p, dialect) ?? sql`true`}) as durations) as ranked
    where total < ${sql.lit(FEWEST_FOR_SHARES)} or place in (${rank(50)}, ${rank(85)}, ${rank(95)})
    order by place`;
});

const bands = compiledForms(formOfScope, (_, p: ScopeValues & Moments, scope: TicketScope, dialect) => {
  const younger = (moment: Instant) =>
    sql`coalesce(sum(case when tickets.created_at >= ${moment} then 1 else 0 end), 0)`;
  return sql<{ open: number; half: number; most: number; nearly: number }>`select count(*) as open,
    ${younger(p.half)} as half, ${younger(p.most)} as most, ${younger(p.nearly)} as nearly from tickets
    where tickets.closed_at is null and ${inScope(scope, p, dialect) ?? sql`true`}`;
});

const oldest = compiledForms(
  formOfScope,
  (_, p: ScopeValues & { readonly most: number }, scope: TicketScope, dialect) =>
    sql<{ number: number; title: string; created_at: Instant }>`select number, title, tickets.created_at from tickets
      where tickets.closed_at is null and ${inScope(scope, p, dialect) ?? sql`true`}
      order by tickets.created_at, number ${dialect.limit(p.most)}`,
);

/** How old tickets of a scope are, or were when they were closed. */
export class AgeStore extends Store {
  /** In ascending order, with their places from 1. */
  closed = (scope: TicketScope) => this.connection.all(closed(scope), scopeValues(scope));
  /** How many are open, and how many of them were reported since each of the moments. */
  bands = async (scope: TicketScope, moments: Moments) =>
    (await this.connection.all(bands(scope), { ...scopeValues(scope), ...moments }))[0];
  oldest = (scope: TicketScope, most: number) => this.connection.all(oldest(scope), { ...scopeValues(scope), most });
}
