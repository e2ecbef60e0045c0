import { standing, type TicketFacts, withSight } from '#access';
import { recordHistories } from '#events';
import { findUser } from '#people';
import type { Actor, Work } from '#platform';
import { type TargetsNow, type TimeOf, targetsNow } from './targets-now.ts';
import {
  afterStep,
  isTargeted,
  type PublicWord,
  type Reckoning,
  reckon,
  resultOf,
  type TargetedFacts,
  targetFor,
  usedMinutes,
  type WaitRun,
  type WaitStep,
  WITHOUT_TARGET,
  waitStepsOf,
} from './wait-rule.ts';
import { type StoredWait, WaitStore } from './wait-store.ts';

const NEW = { used_minutes: null, result: null, warned_at: null, missed_at: null } as const;

/** A wait that begins, as a row. @param now missing for one that never has a target. */
export function waitRow(
  work: Work<Actor>,
  ticket: string,
  run: WaitRun,
  { now, facts }: { readonly now: TargetsNow | null; readonly facts: TargetedFacts | undefined },
) {
  const { began_id, since, began_by, ended_at, ended_by } = run;
  const hasTarget = now !== null && facts !== undefined && ended_at === null;
  return {
    ...NEW,
    ...(hasTarget ? reckon(since, targetFor(now.targets, facts)) : WITHOUT_TARGET),
    ...{ id: work.newId(), ticket_id: ticket, began_id, since, began_by, ended_at, ended_by },
    is_imported: now === null,
    reckoned: now?.revision ?? 0,
  };
}

/** Whether who reports a ticket works on it. */
async function reporterWorks(work: Work, ticket: TicketFacts & { readonly reporter_id: string }): Promise<boolean> {
  const { actor } = work;
  const user = ticket.reporter_id === actor.id ? actor : await findUser(work, ticket.reporter_id);
  const [person] = user === undefined || user === actor ? [actor] : await withSight(work, [user]);
  return person !== undefined && standing(person, ticket) === 'worker';
}

type Reported = TargetedFacts & TicketFacts & { readonly id: string; readonly reporter_id: string };

/** A ticket is reported: somebody waits, unless who reports works on it. @returns the row of the wait, which the caller adds; null for none. */
export async function reportedWait(work: Work, ticket: Reported) {
  if (await reporterWorks(work, ticket)) return null;
  const run = afterStep(null, { kind: 'asked', by: 'reporter', at: work.now, id: ticket.id });
  return run && waitRow(work, ticket.id, run, { now: await targetsNow(work), facts: ticket });
}

export const addWait = (work: Work<Actor>, wait: Parameters<WaitStore['add']>[0]) => work.of(WaitStore).add(wait);

const runOf = ({ began_id, since, began_by, ended_at, ended_by }: StoredWait): WaitRun => ({
  began_id,
  since,
  began_by,
  ended_at,
  ended_by,
});

/** Something was said on a ticket in public. */
export async function followWord(
  work: Work,
  ticket: { readonly id: string; readonly reporter_id: string },
  word: PublicWord,
) {
  for (const step of waitStepsOf(word, ticket.reporter_id)) await followStep(work, ticket.id, step);
}

/** A wait begins, ends, or goes on. */
async function followStep(work: Work, ticket: string, step: WaitStep): Promise<void> {
  const store = work.of(WaitStore);
  const wait = await store.running({ ticket });
  const run = afterStep(wait === undefined ? null : runOf(wait), step);
  if (run === null) return;
  if (wait === undefined) {
    const facts = (await store.facts([ticket])).get(ticket);
    await store.add(waitRow(work, ticket, run, { now: await targetsNow(work), facts }));
  } else if (run.ended_at !== null) await endWait(work, wait, run);
}

/** Ends a wait, and stores for ever how long it took and whether it was in time. */
export async function endWait(work: Work<Actor>, wait: StoredWait, { ended_at, ended_by }: WaitRun): Promise<void> {
  if (ended_at === null) return;
  const now = wait.calendar_id === null ? null : await targetsNow(work);
  const calendarOf = (reckoning: Reckoning) =>
    now?.targets.find(
      ({ calendar: { id, version } }) => id === reckoning.calendar_id && version === reckoning.calendar_version,
    )?.calendar;
  let due: Reckoning = { ...wait, promised: wait.promised === 1 };
  // Its calendar has changed a moment ago, and its turn has not come yet.
  if (now !== null && calendarOf(due) === undefined) [due = due] = await reckonAnew(work, [wait], now);
  const time = calendarOf(due)?.time;
  await work.of(WaitStore).change(wait.id, {
    ended_at,
    ended_by,
    used_minutes: time === undefined ? null : usedMinutes(time, wait.since, ended_at),
    result: resultOf(due.due_at, { ended_at, ended_by }),
  });
}

/**
 * Takes the targets of waits anew, each from its own beginning. A due that moves is a line of the ticket's history.
 *
 * @param facts of their tickets, where they were read.
 */
export async function reckonAnew(
  work: Work<Actor>,
  waits: readonly StoredWait[],
  now: TargetsNow,
  facts?: ReadonlyMap<string, TargetedFacts>,
): Promise<Reckoning[]> {
  const store = work.of(WaitStore);
  const factsOf = facts ?? (await store.facts(waits.map(({ ticket_id }) => ticket_id)));
  const reckoned = waits.map((wait) => {
    const own = wait.is_imported === 1 ? undefined : factsOf.get(wait.ticket_id);
    const due = reckon(wait.since, own && targetFor(now.targets, own));
    return { wait, due, row: { ...due, id: wait.id, reckoned: now.revision } };
  });
  // A due date that stays writes nothing on its ticket.
  const { true: moved = [], false: stays = [] } = Object.groupBy(
    reckoned,
    ({ wait, due }) => String(due.due_at !== wait.due_at || due.soon_at !== wait.soon_at) as 'true' | 'false',
  );
  const changed = stays.filter(({ wait, row }) => !isSame(wait, row));
  if (moved.length > 0) await store.move({ rows: moved.map(({ row }) => row) });
  if (changed.length > 0) await store.settle({ rows: changed.map(({ row }) => row) });
  await recordHistories(
    work,
    moved.flatMap(({ wait: { ticket_id: ticket, due_at: from }, due: { due_at: to } }) =>
      from === to ? [] : [{ ticket, fields: [{ field: 'due_at', from, to, isPublic: false }] }],
    ),
  );
  return reckoned.map(({ due }) => due);
}

const isSame = (wait: StoredWait, row: Reckoning & { readonly reckoned: number }): boolean => {
  const before = { ...wait, promised: wait.promised === 1 };
  return (Object.keys(row) as (keyof typeof row)[]).every((name) => row[name] === before[name]);
};

/** A ticket was changed: closed, or to have the target of its fields of now. */
export async function followChange(
  work: Work,
  ticket: TargetedFacts & { readonly id: string },
  fields: readonly { readonly field: string; readonly to: unknown }[],
): Promise<void> {
  if (fields.some(({ field, to }) => field === 'status' && to === 'closed'))
    return followStep(work, ticket.id, { kind: 'closed', at: work.now, id: work.newId() });
  if (!fields.some(({ field }) => isTargeted(field))) return;
  const wait = await work.of(WaitStore).running({ ticket: ticket.id });
  if (wait !== undefined && wait.is_imported === 0)
    await reckonAnew(work, [wait], await targetsNow(work), new Map([[ticket.id, ticket]]));
}

/** How many waits are reckoned anew with the change itself, and in each step after it. */
const WITH_CHANGE = 300;
const IN_STEP = 100;

/**
 * Reckons waits anew whose targets or calendars have changed since.
 *
 * @returns whether there may be more.
 */
async function settleWaits(work: Work<Actor>, now: TargetsNow, most: number): Promise<boolean> {
  const store = work.of(WaitStore);
  const waits = await store.stale({ revision: now.revision, most });
  const facts = await store.facts(waits.map(({ ticket_id }) => ticket_id));
  if (waits.length > 0) await reckonAnew(work, waits, now, facts);
  return waits.length === most;
}

/**
 * Reckons waits anew after a change of targets or calendars: some at once, the others a few at a time.
 *
 * @param timeOf the calendars as this transaction has changed them, where it has.
 */
export async function reviseWaits(work: Work<Actor>, timeOf?: TimeOf): Promise<void> {
  await work.of(WaitStore).revise();
  await settleWaits(work, await targetsNow(work, timeOf), WITH_CHANGE);
}

/** Whether waits are due by what has changed since. */
export async function hasStaleWaits(work: Work<Actor>): Promise<boolean> {
  const [row] = await work.of(WaitStore).targets();
  return (await work.of(WaitStore).stale({ revision: row?.revision ?? 0, most: 1 })).length > 0;
}

/** Reckons some of them anew. @returns whether there may be more. */
export const settleStaleWaits = async (work: Work<Actor>): Promise<boolean> =>
  settleWaits(work, await targetsNow(work), IN_STEP);

/** Notes of tickets that were not reported here whether their reporters work on them now. */
export const noteReporters = (work: Work<Actor>, ids: readonly string[]) => work.of(WaitStore).markReporters({ ids });
