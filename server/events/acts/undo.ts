import type { UndoError } from '#contract/act-words.ts';
import type { Undo, Undone } from '#contract/acts.ts';
import type { FailureCode } from '#contract/errors.ts';
import { allSettled, type CurrentAct, Failure, type Operation, UNDO, type Work } from '#platform';
import { ActStore, type StoredAct, type StoredLine } from './act-store.ts';
import { findSeenAct, undoableSince } from './acts.ts';
import { ticketIn } from './imported.ts';
import { actorOf, mayRestore, type SeenLine, statesOf, ticketsOfLines, undoneBy, viewLine } from './lines.ts';
import { type ActMails, mailsOf, takeMailsBack } from './mails-back-store.ts';
import { type Restorers, type Restoring, restorerOf } from './restorer.ts';
import { settle } from './settle.ts';
import { MADE } from './things.ts';

/** The person who asks for an undo: several transactions make one act. */
export interface Undoing {
  read<T>(operation: Operation<T>): Promise<T>;
  write<T>(operation: Operation<T>): Promise<T>;
  /** The act of the undo. */
  readonly act: CurrentAct;
}

type Left = Undone['left'][number];

interface Outcome {
  readonly undone: SeenLine[];
  readonly left: Left[];
  /** The people who were mailed of the changes that were undone. */
  readonly told: Set<string>;
}

/**
 * So many tickets of an act are changed in one transaction, so that nobody else waits for long: more where each question is
 * a way to a server and back, and others wait for these tickets alone.
 */
export const ticketsAtOnce = (work: Work): number => (work.asksServer ? 32 : 8);

/**
 * Takes an act back, line by line, where the present value still is the one that it set (docs/rules/acts.md#undo).
 *
 * @throws Failure `act_not_found`, `already_undone`, `undo_expired`.
 */
export async function undoAct(ask: Undoing, id: string, draft: Undo, restorers: Restorers): Promise<Undone> {
  const { act, lines, atOnce } = await ask.read(async (work) => {
    const seen = await findSeenAct(work, id, restorers);
    await refuseOver(work, seen);
    return { ...seen, atOnce: ticketsAtOnce(work) };
  });
  Object.assign(ask.act, { kind: UNDO, undoes: id });
  const only = draft.only && new Set(draft.only);
  const chosen = lines.filter((line) => only === undefined || only.has(ticketIn(line) ?? ''));
  const groups = [...Map.groupBy(chosen, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const parts = {
    act,
    restorers,
    how: { confirm: draft.confirm === true, since: act.at },
    tells: draft.tell !== false,
  };
  const outcome: Outcome = { undone: [], left: [], told: new Set() };
  for (let from = 0; from < groups.length; from += atOnce) {
    const some = groups.slice(from, from + atOnce);
    const done = await run(ask, draft, (work) => undoGroups(work, some, parts, outcome));
    outcome.undone.push(...done.undone);
    outcome.left.push(...done.left);
    for (const user of done.told) outcome.told.add(user);
  }
  const state = draft.dry_run ? 'undoable' : 'undone';
  const undone = await ask.read(async (work) => outcome.undone.map((line) => viewLine(work, { ...line, state })));
  return { act: ask.act.isRecorded ? ask.act.id : null, undone, left: outcome.left, told_already: outcome.told.size };
}

/** Things that come back precede the tickets that may be in them; those that go follow. */
function groupOf(line: StoredLine): string {
  const goes = line.field === MADE && line.old_value === null;
  return ticketIn(line) ?? `${goes ? '~' : ' '}${line.thing_type} ${line.thing_id ?? ''}`;
}

/** @throws Failure `already_undone` where nothing is left to put back, and something was; `undo_expired`. */
async function refuseOver(
  work: Work,
  { act, lines }: { readonly act: StoredAct; readonly lines: readonly SeenLine[] },
) {
  const undo = undoneBy(lines);
  if (undo !== null) throw new Failure('already_undone', { facts: { act: undo } });
  if (act.at < (await undoableSince(work))) throw new Failure('undo_expired');
}

/** Takes all of it back at once. */
class OnlyTried extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('Nothing of this stays.');
    this.outcome = outcome;
  }
}

/** Runs a part of an undo; for a trial, nothing of it stays. */
async function run(ask: Undoing, { dry_run }: Undo, part: Operation<Outcome>): Promise<Outcome> {
  if (!dry_run) return ask.write(part);
  try {
    return await ask.write(async (work) => {
      throw new OnlyTried(await part(work));
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.outcome;
    throw error;
  }
}

interface Parts {
  readonly act: StoredAct;
  readonly restorers: Restorers;
  readonly how: Restoring;
  /** Whether people are told who were mailed of the act. */
  readonly tells: boolean;
}

async function undoGroups(
  work: Work,
  groups: readonly (readonly SeenLine[])[],
  parts: Parts,
  earlier: Outcome,
): Promise<Outcome> {
  // Two who undo the same act take turns, in the same order.
  await work.lock(`undo ${parts.act.id}`);
  const together = await undoTogether(work, groups, parts, earlier);
  if (together !== null) return together;
  const outcome: Outcome = { undone: [], left: [], told: new Set() };
  const hasBegun = earlier.undone.length > 0;
  for (const group of groups) {
    await hold(work, group, parts);
    const before = await reread(work, group, parts);
    const taken = before.find(({ id, undone_by_id }) => undone_by_id !== null && wasOpen(group, id))?.undone_by_id;
    if (taken != null && !hasBegun && outcome.undone.length === 0)
      throw new Failure('already_undone', { facts: { act: taken } });
    const mails = await mailsOf(work, parts.act, ticketsOf(group));
    tell(work, mails, parts, [earlier, outcome]);
    const undone = outcome.undone.length;
    await undoGroup(work, before, parts, outcome);
    if (outcome.undone.length === undone) continue;
    await takeBack(work, mails, parts, outcome);
  }
  return outcome;
}

/** Puts tickets back at once, so that a server is asked about all of them together; null where one has to be looked at by itself. */
async function undoTogether(
  work: Work,
  groups: readonly (readonly SeenLine[])[],
  parts: Parts,
  earlier: Outcome,
): Promise<Outcome | null> {
  const lines = groups.flat();
  if (!lines.every((line) => restorerOf(parts.restorers, line)?.isApart === true)) return null;
  await hold(work, lines, parts);
  const before = await reread(work, lines, parts);
  if (!before.every(({ state }) => state === 'undoable')) return null;
  const mails = await mailsOf(work, parts.act, ticketsOf(before));
  tell(work, mails, parts, [earlier]);
  const tickets = [...Map.groupBy(before, groupOf).values()];
  const restoring = async () => {
    const from = work.lines.length;
    await allSettled(tickets.map((own) => restore(work, own, parts)));
    await settle(work, before, parts.act, from);
  };
  if ((await work.attempt(restoring)) !== null) return null;
  const outcome: Outcome = { undone: before, left: [], told: new Set() };
  await takeBack(work, mails, parts, outcome);
  return outcome;
}

const ticketsOf = (lines: readonly StoredLine[]): string[] => [
  ...new Set(lines.flatMap(({ ticket_id }) => ticket_id ?? [])),
];

/** People who were mailed hear of the undo, each once. */
function tell(work: Work, { mailed }: ActMails, { tells }: Parts, outcomes: readonly Outcome[]): void {
  work.act.told = tells ? mailed.filter(({ user }) => !outcomes.some((outcome) => outcome.told.has(user))) : [];
}

/** Takes back what has not reached anybody yet. */
async function takeBack(
  work: Work,
  { entries, events, mailed }: ActMails,
  parts: Parts,
  outcome: Outcome,
): Promise<void> {
  await takeMailsBack(work, entries);
  await parts.restorers.takeNoticesBack(work, events);
  for (const { user } of mailed) outcome.told.add(user);
}

const wasOpen = (group: readonly SeenLine[], id: string): boolean =>
  group.some((line) => line.id === id && line.undone_by_id === null);

async function hold(work: Work, lines: readonly SeenLine[], { restorers }: Parts): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => ticketIn(line) ?? []))];
  if (ids.length > 0) await restorers.holdTickets(work, ids, lines);
}

/** The lines as they are now. */
async function reread(work: Work, group: readonly SeenLine[], { act, restorers }: Parts): Promise<SeenLine[]> {
  const ids = group.map(({ id }) => id);
  const now = new Map((await work.of(ActStore).among({ act_id: act.id, ids })).map((line) => [line.id, line]));
  const tickets = await ticketsOfLines(work, group);
  const lines = group.map((line) => ({
    ...line,
    undone_by_id: now.get(line.id)?.undone_by_id ?? null,
    ticket: tickets.get(ticketIn(line) ?? ''),
  }));
  const states = await statesOf(work, lines, restorers);
  return lines.map((line, index) => ({ ...line, state: states[index] ?? line.state }));
}

/** A value that an act changed twice comes back in two steps. */
async function undoGroup(work: Work, first: readonly SeenLine[], parts: Parts, outcome: Outcome): Promise<void> {
  const refused = new Map<string, UndoError>();
  let lines = first;
  for (;;) {
    const open = lines.filter(({ id, state }) => state === 'undoable' && !refused.has(id));
    if (open.length === 0) break;
    const done = await putBack(work, open, parts, refused);
    outcome.undone.push(...done);
    // Where one thing stays, another may come back only now.
    if (done.length === lines.length) return;
    lines = await reread(work, lines, parts);
  }
  for (const line of lines)
    if (line.state !== 'undone') outcome.left.push(await leftLine(work, line, refused.get(line.id)));
}

/** Puts lines back together, or, where that is refused, those of them that can be. @returns them. */
async function putBack(
  work: Work,
  lines: readonly SeenLine[],
  parts: Parts,
  refused: Map<string, UndoError>,
): Promise<SeenLine[]> {
  const from = work.lines.length;
  const refusal = await work.attempt(async () => {
    await restore(work, lines, parts);
    await settle(work, lines, parts.act, from);
  });
  if (refusal === null) return [...lines];
  const [first, ...others] = lines;
  if (first === undefined) return [];
  if (others.length === 0) {
    refused.set(first.id, errorOf(refusal.code));
    return [];
  }
  const done: SeenLine[] = [];
  for (const line of lines.toReversed()) done.push(...(await putBack(work, [line], parts, refused)));
  return done;
}

const GONE: ReadonlySet<FailureCode> = new Set([
  'assignee_not_found',
  'project_not_found',
  'team_not_found',
  'label_not_found',
  'user_not_found',
  'cannot_be_added',
  'related_ticket_not_found',
  'external_reference_not_found',
  'comment_not_found',
  'file_not_found',
  'not_found',
]);

const errorOf = (code: FailureCode): UndoError =>
  code === 'would_reveal' ? 'would_reveal' : GONE.has(code) ? 'gone' : 'not_allowed';

async function restore(work: Work, lines: readonly SeenLine[], { restorers, how }: Parts): Promise<void> {
  if (!lines.every((line) => mayRestore(work, line, restorers))) throw new Failure('forbidden');
  // The last change first: a person whom a restriction added is taken off after it.
  for (const [restorer, some] of [...Map.groupBy(lines, (line) => restorerOf(restorers, line))].toReversed())
    await restorer?.restore(work, some, how);
}

async function leftLine(work: Work, line: SeenLine, refused: UndoError | undefined): Promise<Left> {
  const error = refused ?? (line.state as UndoError);
  const since = error === 'changed_since' || error === 'gone' ? await work.of(ActStore).changedSince(line) : undefined;
  return {
    line: viewLine(work, line),
    error,
    by: since === undefined ? null : actorOf(since),
    at: since?.at ?? null,
  };
}
