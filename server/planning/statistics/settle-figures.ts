import { EVERYTHING } from '#access';
import {
  type Actor,
  DAY,
  type Instant,
  type RequestContext,
  type Runner,
  shifted,
  startOfDay,
  type Work,
} from '#platform';
import { encodeDay } from './figure-cases.ts';
import { FigureDayStore } from './figure-day-store.ts';
import { type FigureScope, FiguresStore } from './figures-store.ts';

/** How many days are counted before today: as many as a period has at most. Earlier ones are counted when they are asked for. */
const MOST_DAYS = 1_096;
/** How many days one step counts at most. */
const STEP = 7;

/**
 * Counts days that are over for figures, the newest first, and anew those of which something has changed
 * (docs/rules/statistics.md#figures). @returns whether there may be more.
 */
export const settleFigures = (runner: Runner, context: RequestContext<null>): Promise<boolean> =>
  runner.write(context, async (work: Work<Actor>) => {
    // Another node does it; two at once could put older counts in the place of newer ones.
    if (!(await work.tryLock('figures'))) return false;
    const store = work.of(FigureDayStore);
    const days = await daysToCount(store, work.now);
    const [last] = days;
    if (last === undefined) return false;
    const until = shifted(`${last}T00:00:00.000Z`, DAY);
    const from = shifted(until, -STEP * DAY);
    const some = days.filter((day) => day >= from.slice(0, 10));
    await store.forgetChanges({ days: some });
    const all = { scope: EVERYTHING[0], projectId: null, teamId: null, labelId: null, category: null };
    const wanted: FigureScope = { ...all, from, until };
    const [reported, closed] = await work.of(FiguresStore).ofDays(wanted);
    for (const day of some) {
      const [came, went] = [reported, closed].map((cases) => cases.filter((one) => one.day === day));
      await store.put({ day, content: encodeDay(came ?? [], went ?? []) });
    }
    return true;
  });

async function daysToCount(store: FigureDayStore, now: Instant): Promise<string[]> {
  const first = await store.firstReport();
  const today = startOfDay(now);
  const begin = shifted(today, -MOST_DAYS * DAY);
  const days: string[] = [];
  if (first === null) return days;
  const names = await store.names(begin.slice(0, 10));
  for (let day = shifted(today, -DAY); day >= begin && day >= startOfDay(first); day = shifted(day, -DAY))
    if (!names.has(day.slice(0, 10))) days.push(day.slice(0, 10));
  return days;
}
