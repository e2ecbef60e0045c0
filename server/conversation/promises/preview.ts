import { internalScopeOf } from '#access';
import type { CalendarTrial, TargetPreview, TargetTrial } from '#contract/answer-targets.ts';
import { Failure, type Instant, type Work } from '#platform';
import { CalendarStore } from '../calendars/calendar-store.ts';
import { openingProblems } from '../calendars/check-opening.ts';
import { OpenTime } from '../calendars/open-time.ts';
import { reckon, type Target, targetFor } from '../waits/wait-rule.ts';
import { viewCalendar } from './calendars.ts';
import { type StoredTarget, TargetStore } from './target-store.ts';
import { targetRows } from './targets.ts';

const MOST_EXAMPLES = 20;

/** The calendars as they would be. @throws Failure `calendar_not_found` (400), `validation_error`. */
async function timesOf(work: Work, trials: readonly CalendarTrial[]): Promise<ReadonlyMap<string, OpenTime>> {
  const calendars = (await work.of(CalendarStore).list()).map(viewCalendar);
  const problems = trials.flatMap((trial, index) => {
    const calendar = calendars.find(({ id }) => id === trial.id);
    if (calendar === undefined) throw new Failure('calendar_not_found', { inBody: true });
    return openingProblems({ ...calendar, ...trial }).map(({ path, ...problem }) => ({
      ...problem,
      path: `calendars[${index}].${path}`,
    }));
  });
  if (problems.length > 0) throw new Failure('validation_error', problems.slice(0, 20));
  return new Map(
    calendars.map((calendar) => {
      const trial = trials.find(({ id }) => id === calendar.id);
      return [calendar.id, new OpenTime({ ...calendar, ...trial })];
    }),
  );
}

const targetsOf = (rows: readonly StoredTarget[], times: ReadonlyMap<string, OpenTime>): Target[] =>
  rows.flatMap(({ id, minutes, promised, calendar_id, is_active, ...condition }) => {
    const time = times.get(calendar_id);
    if (time === undefined || is_active === 0) return [];
    return [{ id, condition, minutes, promised: promised === 1, calendar: { id: calendar_id, version: 0, time } }];
  });

/** A wait that is never due sorts last. */
const NEVER = '~';

/**
 * Counts the running waits that would change, on tickets that the caller reads with their internals. It writes nothing.
 *
 * @throws Failure as `putTargets`, and `validation_error` by the path of each fault of a calendar.
 */
export async function previewTargets(work: Work, { targets, calendars = [] }: TargetTrial): Promise<TargetPreview> {
  const times = await timesOf(work, calendars);
  const before = await work.of(TargetStore).list();
  const trial = targetsOf(targets === undefined ? before : await targetRows(work, targets, before), times);
  const waits = (await work.of(TargetStore).running(internalScopeOf(work.actor))).map((wait) => {
    const target = wait.is_imported === 1 ? undefined : targetFor(trial, wait);
    return { ...wait, hasTarget: target !== undefined, would_be: reckon(wait.since, target).due_at };
  });
  const count = (isIt: (wait: (typeof waits)[number]) => boolean) => waits.filter(isIt).length;
  const order = (due: Instant | null) => due ?? NEVER;
  const isMissed = (due: Instant | null) => due !== null && due <= work.now;
  return {
    running: waits.length,
    due_earlier: count(({ due_at, would_be }) => order(would_be) < order(due_at)),
    due_later: count(({ due_at, would_be }) => order(would_be) > order(due_at)),
    newly_missed: count(({ due_at, would_be }) => isMissed(would_be) && !isMissed(due_at)),
    without_target: count(({ hasTarget }) => !hasTarget),
    examples: waits
      .filter(({ due_at, would_be }) => due_at !== would_be)
      .slice(0, MOST_EXAMPLES)
      .map(({ number, due_at, would_be }) => ({ number, due_at, would_be })),
  };
}
