import {
  type Actor,
  type Connection,
  compiled,
  type Instant,
  instant,
  selectBy,
  tableStore,
  type Work,
} from '#platform';
import type { RowOf } from '#records';
import { OpenTime } from './open-time.ts';

const all = compiled((db) => db.selectFrom('calendars').selectAll().orderBy('folded_name'));
const byName = selectBy('calendars', 'folded_name');
const targetsOf = compiled((db, p: { calendar: string }) =>
  db.selectFrom('answer_targets').select('id').where('calendar_id', '=', p.calendar).limit(1),
);

export type StoredCalendar = RowOf<'calendars'>;

export class CalendarStore extends tableStore('calendars') {
  /** By name. */
  readonly list = this.all(all);
  readonly isInUse = this.any(targetsOf);

  /** So that `rememberedTime` has every calendar. */
  remember(): Promise<void> {
    return rememberTimes(this.connection);
  }

  /** The id of the calendar with this folded name. */
  async idOf(folded_name: string): Promise<string | undefined> {
    return (await this.connection.first(byName, { folded_name }))?.id;
  }
}

export const openingOf = ({ zone, week, days }: StoredCalendar) => ({
  zone,
  week: JSON.parse(week),
  days: JSON.parse(days),
});

/** The calendars as transactions that are over left them: of each one version, at most as many as there are calendars. */
const remembered = new Map<string, { readonly version: number; readonly time: OpenTime }>();

/** The calendar of that version, where this process has read it. */
export function rememberedTime(id: string | null, version: number | null): OpenTime | null {
  const calendar = id === null ? undefined : remembered.get(id);
  return calendar?.version === version ? calendar.time : null;
}

/** Reads calendars anew, so that `rememberedTime` has them. The caller has changed none of them in its transaction. */
export async function rememberTimes(connection: Connection): Promise<void> {
  for (const row of await connection.all(all))
    if (remembered.get(row.id)?.version !== row.version)
      remembered.set(row.id, { version: row.version, time: new OpenTime(openingOf(row)) });
}

/** When today is over by the clock of each calendar. */
export async function dueToday(work: Work<Actor>): Promise<{ readonly id: string; readonly end: Instant }[]> {
  const now = Date.parse(work.now);
  return (await work.of(CalendarStore).list()).map((row) => ({
    id: row.id,
    end: instant(new OpenTime({ zone: row.zone, week: {}, days: {} }).endOfDay(now)),
  }));
}
