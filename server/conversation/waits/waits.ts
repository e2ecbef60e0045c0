import { standing, type TicketFacts, withSight } from '#access';
import { recordHistory } from '#events';
import { findUser } from '#people';
import { type Actor, allSettled, type Work } from '#platform';
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
  if (now !== null && calendarOf(due) === undefined) due = await reckonAnew(work, wait, now);
  const time = calendarOf(due)?.time;
  await work.of(WaitStore).change(wait.id, {
    ended_at,
    ended_by,
    used_minutes: time === undefined ? null : usedMinutes(time, wait.since, ended_at),
    result: resultOf(due.due_at, { ended_at, ended_by }),
  });
}

/** The columns of a wait that a reckoning changes: a due date that stays writes nothing on its ticket. */
function changesOf(wait: StoredWait, due: Reckoning): Partial<Reckoning> {
  const before: Reckoning = { ...wait, promised: wait.promised === 1 };
  return Object.fromEntries(Object.entries(due).filter(([name, value]) => value !== before[name as keyof Reckoning]));
}

/** Takes the target of a wait anew, from its own beginning. A due that moves is a line of the ticket's history. */
export async function reckonAnew(
  work: Work<Actor>,
  wait: StoredWait,
  now: TargetsNow,
  facts?: TargetedFacts,
): Promise<Reckoning> {
  const own = facts ?? (await work.of(WaitStore).facts([wait.ticket_id])).get(wait.ticket_id);
  const target = own === undefined || wait.is_imported === 1 ? undefined : targetFor(now.targets, own);
  const due = reckon(wait.since, target);
  await work.of(WaitStore).change(wait.id, { ...changesOf(wait, due), reckoned: now.revision });
  if (due.due_at !== wait.due_at)
    await recordHistory(work, wait.ticket_id, [
      { field: 'due_at', from: wait.due_at, to: due.due_at, isPublic: false },
    ]);
  return due;
}

/** A ticket was changed: closed, or to have the target of its fields of now. */
export async function followChange(
  work: Work,
  ticket: string,
  fields: readonly { readonly field: string; readonly to: unknown }[],
): Promise<void> {
  if (fields.some(({ field, to }) => field === 'status' && to === 'closed'))
    return followStep(work, ticket, { kind: 'closed', at: work.now, id: work.newId() });
  if (!fields.some(({ field }) => isTargeted(field))) return;
  const wait = await work.of(WaitStore).running({ ticket });
  if (wait !== undefined && wait.is_imported === 0) await reckonAnew(work, wait, await targetsNow(work));
}

/** How many waits are reckoned anew with the change itself, and in each step after it. */
const WITH_CHANGE = 300;
const IN_STEP = 200;

/**
 * Reckons waits anew whose targets or calendars have changed since.
 *
 * @returns whether there may be more.
 */
async function settleWaits(work: Work<Actor>, now: TargetsNow, most: number): Promise<boolean> {
  const store = work.of(WaitStore);
  const waits = await store.stale({ revision: now.revision, most });
  const facts = await store.facts(waits.map(({ ticket_id }) => ticket_id));
  // Together: PostgreSQL need not wait for this process between two of them.
  await allSettled(waits.map((wait) => reckonAnew(work, wait, now, facts.get(wait.ticket_id))));
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
