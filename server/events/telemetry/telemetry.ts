import { scopesOf, seesEverything } from '#access';
import type { Payload } from '#contract/events.ts';
import type { Activation, TelemetryEvent, Usage } from '#contract/statistics.ts';
import type { EventName } from '#contract/words.ts';
import { TELEMETRY, type TelemetryKey } from '#contract/words.ts';
import { type Actor, allSettled, DAY, type Instant, shifted, startOfDay, type Work } from '#platform';
import { FirstTicketStore, type Spread, TelemetryStore } from './telemetry-store.ts';

type Count<N extends EventName> = (work: Work<Actor>, ticketId: string, payload: Payload[N]) => Promise<unknown>;

/** The events by which a person's first ticket is known. */
const FIRST_TICKETS: { readonly [N in EventName]?: Count<N> } = {
  'ticket.created': (work, ticketId, { reporter_id }) =>
    work
      .of(FirstTicketStore)
      .open({ user_id: reporter_id, ticket_id: ticketId, opened_at: work.now, assigned_at: null }),
  // A new ticket has no assignee, so the first change of this field is the first assignment.
  'ticket.updated': async (work, ticketId, { changed }) => {
    if (changed.includes('assignee_id')) await work.of(FirstTicketStore).assign({ ticket_id: ticketId, now: work.now });
  },
};

/**
 * Counts an event for the statistics, in the event's own transaction: a count is right as soon as the answer is out,
 * and counts each event once.
 *
 * @param telemetry what the event counts as; null for nothing.
 */
export async function countEvent<N extends EventName>(
  work: Work<Actor>,
  ticketId: string,
  { name, payload }: { readonly name: N; readonly payload: Payload[N] },
  telemetry: TelemetryEvent | null,
): Promise<void> {
  const who = { user_id: work.actor?.id ?? null, ticket_id: ticketId, at: work.now };
  await allSettled([
    telemetry === null ? null : work.of(TelemetryStore).add({ event_name: telemetry, ...who }),
    FIRST_TICKETS[name]?.(work, ticketId, payload),
  ]);
}

/** In how many minutes a first ticket should get an assignee. */
const TARGET = 30;

/**
 * How soon people begin, and how soon a developer takes their first ticket on (docs/rules/statistics.md#activation). It
 * counts people who have the role `user` now, and of each the ticket with the lowest number. That ticket's first
 * assignee counts, no matter who assigned it; taking the assignee off changes nothing. The time runs from the report, and
 * exactly 30 minutes are within the target.
 */
export async function showActivation(work: Work): Promise<Activation> {
  const scopes = scopesOf(work.actor);
  const toTicket = await work.of(FirstTicketStore).toTicket(TARGET, scopes);
  const toAssignment = await work.of(FirstTicketStore).toAssignment(TARGET, scopes);
  const { size, within } = toAssignment;
  return {
    generated_at: work.now,
    users_total: await work.of(FirstTicketStore).countUsers(),
    users_with_first_ticket: toTicket.size,
    users_with_first_dev_assignment: size,
    time_to_first_ticket_minutes: viewSpread(toTicket),
    time_to_first_dev_assignment_minutes: viewSpread(toAssignment),
    first_dev_assignment_under_30m: {
      within_target_count: within,
      within_target_percent: size === 0 ? null : rounded((within / size) * 100, 1),
      sample_size: size,
    },
  };
}

const viewSpread = ({ size, average, median }: Spread): Activation['time_to_first_ticket_minutes'] => ({
  avg_minutes: average === null ? null : rounded(average, 2),
  median_minutes: median === null ? null : rounded(median, 2),
  sample_size: size,
});

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

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
  const use = await (seesEverything(work.actor) ? useOfAll : useOfSeen)(work, days);
  const perDay = days.map((day) => viewDay(day, use.countOn));
  return {
    generated_at: work.now,
    window_days: WINDOW_DAYS,
    events: eventsSince(days, use),
    totals: {
      events_30d: sum(perDay.map(({ total }) => total)),
      unique_users_30d: use.people,
      active_days_30d: perDay.filter(({ total }) => total > 0).length,
    },
    daily_breakdown_14d: perDay.slice(-BREAKDOWN_DAYS),
  };
}

/** The acts of people, as far as the caller sees the things that they were about. */
interface Use {
  readonly countOn: CountOn;
  /** How many different people did anything. */
  readonly people: number;
  readonly peopleOf: (event: TelemetryEvent) => number;
  readonly lastOf: (event: TelemetryEvent) => Instant | null;
}

async function useOfAll(work: Work, days: readonly Instant[]): Promise<Use> {
  const [since, until] = [days[0] as Instant, shifted(days.at(-1) as Instant, DAY)];
  const counts = await work.of(TelemetryStore).counts([...days, until]);
  const perEvent = await work.of(TelemetryStore).peoplePerEvent({ since });
  const lasts = await work.of(TelemetryStore).lasts();
  const counted = new Map(counts.map(({ event, span, count }) => [`${event} ${days[span]}`, count]));
  return {
    countOn: (event, day) => counted.get(`${event} ${day}`) ?? 0,
    people: await work.of(TelemetryStore).people({ since }),
    peopleOf: (event) => perEvent.find((row) => row.event === event)?.people ?? 0,
    lastOf: (event) => lasts.find((row) => row.event === event)?.at ?? null,
  };
}

async function useOfSeen(work: Work, days: readonly Instant[]): Promise<Use> {
  const rows = await work.of(TelemetryStore).seenUse(scopesOf(work.actor), days[0] as Instant);
  const byEvent = Map.groupBy(rows, ({ event }) => event);
  const lately = (some: typeof rows) => some.filter(({ day }) => day !== null);
  const peopleIn = (some: typeof rows) => new Set(lately(some).flatMap(({ user_id }) => user_id ?? [])).size;
  return {
    countOn: (event, day) =>
      sum((byEvent.get(event) ?? []).filter((row) => row.day === day.slice(0, 10)).map(({ count }) => count)),
    people: peopleIn(rows),
    peopleOf: (event) => peopleIn(byEvent.get(event) ?? []),
    lastOf: (event) =>
      (byEvent.get(event) ?? [])
        .filter(({ user_id }) => user_id !== null)
        .map(({ last_at }) => last_at)
        .sort()
        .at(-1) ?? null,
  };
}

function eventsSince(days: readonly Instant[], { countOn, peopleOf, lastOf }: Use): Usage['events'] {
  const viewed = KEYS.map((key) => {
    const event_name = TELEMETRY[key];
    const usage = {
      event_name,
      count_30d: sum(days.map((day) => countOn(event_name, day))),
      unique_users_30d: peopleOf(event_name),
      last_event_at: lastOf(event_name),
    };
    return [key, usage];
  });
  return Object.fromEntries(viewed) as Usage['events'];
}

function viewDay(day: Instant, countOn: CountOn): Usage['daily_breakdown_14d'][number] {
  const counts = KEYS.map((key) => [key, countOn(TELEMETRY[key], day)] as const);
  const total = sum(counts.map(([, count]) => count));
  return { date: day.slice(0, 10), total, ...(Object.fromEntries(counts) as Record<TelemetryKey, number>) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
