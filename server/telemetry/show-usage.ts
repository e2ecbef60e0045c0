import { TELEMETRY, type TelemetryEvent, type TelemetryKey, type Usage } from '../../contract/statistics.ts';
import { DAY, type Instant, shifted, startOfDay } from '../clock.ts';
import type { Work } from '../work.ts';

const WINDOW_DAYS = 30;
const BREAKDOWN_DAYS = 14;
const KEYS = Object.keys(TELEMETRY) as TelemetryKey[];

/** How often an event happened on a day. */
type CountOn = (event: TelemetryEvent, day: Instant) => number;

/**
 * How much people use Kwit: what they did, how many they were, on which days (docs/rules/statistics.md#usage). The
 * window is 30 calendar days in UTC, today among them; the breakdown is its last 14.
 */
export async function showUsage(work: Work): Promise<Usage> {
  const today = startOfDay(work.now);
  const days = Array.from({ length: WINDOW_DAYS }, (_, index) => shifted(today, (index - WINDOW_DAYS + 1) * DAY));
  const countOn = counting(days, await work.telemetry.counts([...days, shifted(today, DAY)]));
  const perDay = days.map((day) => viewDay(day, countOn));
  return {
    generated_at: work.now,
    window_days: WINDOW_DAYS,
    events: await eventsSince(work, days, countOn),
    totals: {
      events_30d: sum(perDay.map(({ total }) => total)),
      unique_users_30d: await work.telemetry.people(days[0] as Instant),
      active_days_30d: perDay.filter(({ total }) => total > 0).length,
    },
    daily_breakdown_14d: perDay.slice(-BREAKDOWN_DAYS),
  };
}

async function eventsSince(work: Work, days: readonly Instant[], countOn: CountOn): Promise<Usage['events']> {
  const people = await work.telemetry.peoplePerEvent(days[0] as Instant);
  const lasts = await work.telemetry.lasts();
  const viewed = KEYS.map((key) => {
    const event_name = TELEMETRY[key];
    const usage = {
      event_name,
      count_30d: sum(days.map((day) => countOn(event_name, day))),
      unique_users_30d: people.find(({ event }) => event === event_name)?.people ?? 0,
      last_event_at: lasts.find(({ event }) => event === event_name)?.at ?? null,
    };
    return [key, usage];
  });
  return Object.fromEntries(viewed) as Usage['events'];
}

function counting(
  days: readonly Instant[],
  counts: readonly { readonly event: TelemetryEvent; readonly span: number; readonly count: number }[],
): CountOn {
  const counted = new Map(counts.map(({ event, span, count }) => [`${event} ${days[span]}`, count]));
  return (event, day) => counted.get(`${event} ${day}`) ?? 0;
}

function viewDay(day: Instant, countOn: CountOn): Usage['daily_breakdown_14d'][number] {
  const counts = KEYS.map((key) => [key, countOn(TELEMETRY[key], day)] as const);
  const total = sum(counts.map(([, count]) => count));
  return { date: day.slice(0, 10), total, ...(Object.fromEntries(counts) as Record<TelemetryKey, number>) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
