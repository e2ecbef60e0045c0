import { sql } from 'kysely';
import { compiled, type Instant, Store, upsertInto } from '#platform';
import type { FigureDay } from './figure-cases.ts';

/** Whether nothing has changed since the day was counted. */
const holds = sql<boolean>`not exists (select 1 from figure_changes where figure_changes.day = figure_days.day)`;

const daysFrom = compiled(
  (_, p: { day: string }) => sql<FigureDay>`select day, content from figure_days where day >= ${p.day} and ${holds}`,
);
const countedDays = compiled(
  (_, p: { day: string }) => sql<{ day: string }>`select day from figure_days where day >= ${p.day} and ${holds}`,
);
const firstReport = compiled(() => sql<{ at: Instant | null }>`select min(created_at) as at from tickets`);
const dropChanges = compiled(
  (_, p: { days: readonly string[] }, { texts }) =>
    sql`delete from figure_changes where day in (select value from ${texts(p.days)})`,
);
const put = upsertInto('figure_days');

/** What figures count of days that are over (docs/rules/statistics.md#figures). */
export class FigureDayStore extends Store {
  /** The days from this one on whose counts hold, in no order. */
  readonly from = this.all(daysFrom);
  readonly put = this.changes(put);
  /** Forgets that these days have changed. It comes before their tickets are read: what changes later is noted anew. */
  readonly forgetChanges = this.changes(dropChanges);

  /** The names of the same days. */
  async names(day: string): Promise<ReadonlySet<string>> {
    return new Set((await this.connection.all(countedDays, { day })).map((row) => row.day));
  }

  /** When the first ticket was reported; null when there is none. */
  async firstReport(): Promise<Instant | null> {
    return (await this.connection.only(firstReport)).at;
  }
}
