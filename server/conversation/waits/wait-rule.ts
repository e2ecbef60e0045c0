/** The rule of waits: who waits for a word on a ticket, since when, until when (docs/rules/answer-due.md#waits). Pure. */
import type { WAIT_BEGUN_BY, WAIT_ENDS, WAIT_RESULTS, WAIT_STATES } from '#contract/due-words.ts';
import { type Instant, instant, MINUTE } from '#platform';
import type { OpenTime } from '../calendars/open-time.ts';

export type WaitBegunBy = (typeof WAIT_BEGUN_BY)[number];
export type WaitEnd = (typeof WAIT_ENDS)[number];
export type WaitResult = (typeof WAIT_RESULTS)[number];
export type WaitState = (typeof WAIT_STATES)[number];

/** A run of the clock of a ticket. */
export interface WaitRun {
  /** The comment with which it began; the ticket, where it was the report. */
  readonly began_id: string;
  readonly since: Instant;
  readonly began_by: WaitBegunBy;
  readonly ended_at: Instant | null;
  readonly ended_by: WaitEnd | null;
}

/** An event that starts or ends a run. `id` orders steps of the same millisecond. */
export type WaitStep = { readonly at: Instant; readonly id: string } & (
  | { readonly kind: 'asked'; readonly by: WaitBegunBy }
  | { readonly kind: 'answered' | 'closed' | 'merged' }
  /** Another ticket was joined to this one while somebody waited there. */
  | { readonly kind: 'joined'; readonly run: WaitRun }
);

const ENDED_BY = { answered: 'answer', closed: 'closed', merged: 'merged' } as const;

/** The run after a step: null where nobody waits and nobody did. A run that the step ends is over; else it runs. */
export function afterStep(running: WaitRun | null, step: WaitStep): WaitRun | null {
  const begun = { ended_at: null, ended_by: null };
  if (step.kind === 'asked') return running ?? { began_id: step.id, since: step.at, began_by: step.by, ...begun };
  if (step.kind === 'joined') {
    const { since, began_by, began_id } = step.run;
    if (running === null) return { began_id, since, began_by, ...begun };
    return since < running.since ? { ...running, since, began_by } : running;
  }
  return running && { ...running, ended_at: step.at, ended_by: ENDED_BY[step.kind] };
}

/** A public comment. */
export interface PublicWord {
  readonly id: string;
  readonly user_id: string;
  /** Whether its author worked on the ticket then. */
  readonly is_developer: boolean;
  readonly created_at: Instant;
}

/** The steps that a public comment makes; none where the reporter works on the ticket and says it. */
export function waitStepsOf({ id, user_id, is_developer, created_at: at }: PublicWord, reporter: string): WaitStep[] {
  if (!is_developer) return [{ at, id, kind: 'asked', by: user_id === reporter ? 'reporter' : 'person' }];
  return user_id === reporter ? [] : [{ at, id, kind: 'answered' }];
}

const inOrder = (a: WaitStep, b: WaitStep): number =>
  a.at === b.at ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.at < b.at ? -1 : 1;

/** Every run of a ticket, oldest first; the last one may be running. */
export function replay(steps: readonly WaitStep[]): WaitRun[] {
  const runs: WaitRun[] = [];
  let running: WaitRun | null = null;
  for (const step of [...steps].sort(inOrder)) {
    running = afterStep(running, step);
    if (running?.ended_at != null) {
      runs.push(running);
      running = null;
    }
  }
  return running === null ? runs : [...runs, running];
}

/** The facts of a ticket that decide which target counts. */
export interface TargetedFacts {
  readonly project_id: string | null;
  readonly category: string;
  readonly priority: string;
  readonly team_id: string | null;
}

/** A target that counts, with the calendar by which it does. */
export interface Target {
  readonly id: string;
  readonly condition: { readonly [F in keyof TargetedFacts]?: TargetedFacts[F] | null };
  readonly minutes: number;
  readonly promised: boolean;
  readonly calendar: { readonly id: string; readonly version: number; readonly time: OpenTime };
}

const FACTS = ['project_id', 'category', 'priority', 'team_id'] as const;

/** Whether a field of a ticket decides which target counts. */
export const isTargeted = (field: string): boolean => FACTS.some((fact) => fact === field);

/** The first target whose every condition holds. */
export const targetFor = (targets: readonly Target[], facts: TargetedFacts): Target | undefined =>
  targets.find(({ condition }) => FACTS.every((fact) => condition[fact] == null || condition[fact] === facts[fact]));

/** The times of a wait by a target. */
export interface Reckoning {
  readonly target_id: string | null;
  readonly target_minutes: number | null;
  readonly promised: boolean;
  readonly calendar_id: string | null;
  readonly calendar_version: number | null;
  readonly soon_at: Instant | null;
  readonly due_at: Instant | null;
}

export const WITHOUT_TARGET: Reckoning = {
  target_id: null,
  target_minutes: null,
  promised: false,
  calendar_id: null,
  calendar_version: null,
  soon_at: null,
  due_at: null,
};

/** The share of the open time after which a wait is due soon. */
const SOON = 0.75;

const momentOf = (at: number | null): Instant | null => (at === null ? null : instant(at));

/** Until when somebody who waits since a moment is to have an answer. */
export function reckon(since: Instant, target: Target | undefined): Reckoning {
  if (target === undefined) return WITHOUT_TARGET;
  const { id, minutes, promised, calendar } = target;
  const after = (share: number) => momentOf(calendar.time.after(Date.parse(since), share * minutes * MINUTE));
  return {
    target_id: id,
    target_minutes: minutes,
    promised,
    calendar_id: calendar.id,
    calendar_version: calendar.version,
    soon_at: after(SOON),
    due_at: after(1),
  };
}

/** The whole minutes of open time from one moment to another. */
export const usedMinutes = (time: OpenTime, since: Instant, until: Instant): number =>
  Math.floor(time.between(Date.parse(since), Date.parse(until)) / MINUTE);

/** Whether a wait was answered in time; null where that is not asked. */
export function resultOf(
  due: Instant | null,
  { ended_at, ended_by }: Pick<WaitRun, 'ended_at' | 'ended_by'>,
): WaitResult | null {
  if (due === null || ended_at === null || (ended_by !== 'answer' && ended_by !== 'closed')) return null;
  return ended_at <= due ? 'kept' : 'missed';
}

export function waitState({ soon_at, due_at }: Pick<Reckoning, 'soon_at' | 'due_at'>, now: Instant): WaitState {
  if (due_at !== null && due_at <= now) return 'missed';
  return soon_at !== null && soon_at <= now ? 'soon' : 'running';
}
