import { createHash } from 'node:crypto';
import { seesProject } from '#access';
import type { AnswerTarget, TargetDraft } from '#contract/answer-targets.ts';
import { Failure, invalidField, type Matches, type Work } from '#platform';
import { recordAudit } from '#settings';
import { CalendarStore } from '../calendars/calendar-store.ts';
import { reviseWaits } from '../waits/waits.ts';
import { lockPromises } from './calendars.ts';
import { type StoredTarget, TargetStore } from './target-store.ts';

const CONDITIONS = ['project_id', 'category', 'priority', 'team_id'] as const;

const viewTarget = (row: StoredTarget): AnswerTarget => ({
  id: row.id,
  condition: Object.fromEntries(CONDITIONS.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
  minutes: row.minutes,
  calendar_id: row.calendar_id,
  promised: row.promised === 1,
  is_active: row.is_active === 1,
});

/** A line that names a project which the caller does not see is not there for them. */
const isSeen = ({ actor }: Work, { project_id }: StoredTarget): boolean =>
  project_id === null || seesProject(actor, project_id);

/** The list as the caller sees it. Its version follows from what they see alone. */
export interface TargetsSeen {
  readonly targets: AnswerTarget[];
  readonly version: number;
}

const seenOf = (work: Work, rows: readonly StoredTarget[]): TargetsSeen => {
  const targets = rows.filter((row) => isSeen(work, row)).map(viewTarget);
  const digest = createHash('sha256').update(JSON.stringify(targets)).digest();
  // As many bits as a number has without loss.
  return { targets, version: digest.readUIntBE(0, 6) };
};

export const listTargets = async (work: Work): Promise<TargetsSeen> => seenOf(work, await work.of(TargetStore).list());

/** @throws Failure `validation_error`, `project_not_found`, `team_not_found`, `calendar_not_found` (400). */
async function checkTargets(work: Work, drafts: readonly TargetDraft[], seen: readonly StoredTarget[]): Promise<void> {
  const ids = new Set(seen.map(({ id }) => id));
  drafts.forEach(({ id }, index) => {
    if (id !== undefined && !ids.delete(id))
      throw invalidField(`targets[${index}].id`, 'known', 'Leave the id of a new target out; list the targets again.');
  });
  const named = (name: 'project_id' | 'team_id') => drafts.flatMap(({ condition }) => condition[name] ?? []);
  const store = work.of(TargetStore);
  const isAmong = (rows: readonly { readonly id: string }[], references: readonly string[]) =>
    references.every((id) => rows.some((row) => row.id === id));
  const projects = named('project_id');
  if (
    !projects.every((id) => seesProject(work.actor, id)) ||
    !isAmong(await store.projects({ ids: projects }), projects)
  )
    throw new Failure('project_not_found', { inBody: true });
  if (!isAmong(await store.teams({ ids: named('team_id') }), named('team_id')))
    throw new Failure('team_not_found', { inBody: true });
  const calendars = drafts.map(({ calendar_id }) => calendar_id);
  if (!isAmong(await work.of(CalendarStore).list(), calendars))
    throw new Failure('calendar_not_found', { inBody: true });
}

/** The rows of a list as it is to be: what the caller does not see keeps its place. @throws Failure as `checkTargets`. */
export async function targetRows(
  work: Work,
  drafts: readonly TargetDraft[],
  before: readonly StoredTarget[],
): Promise<StoredTarget[]> {
  await checkTargets(
    work,
    drafts,
    before.filter((row) => isSeen(work, row)),
  );
  const rows = drafts.map(({ id = work.newId(), condition, promised, is_active, ...line }): StoredTarget => {
    const { project_id = null, category = null, priority = null, team_id = null } = condition;
    const flags = { promised: promised ? 1 : 0, is_active: is_active ? 1 : 0 } as const;
    return { ...line, ...flags, id, project_id, category, priority, team_id, position: 0 };
  });
  before.forEach((row, place) => {
    if (!isSeen(work, row)) rows.splice(place, 0, row);
  });
  return rows.map((row, position) => ({ ...row, position }));
}

const asWritten = ({ promised, is_active, ...row }: StoredTarget) => ({
  ...row,
  promised: promised === 1,
  is_active: is_active === 1,
});

/**
 * Replaces the list of targets. Waits that run take theirs anew.
 *
 * @param expected whether a version is one that the caller expects; null when they name none.
 * @throws Failure `precondition_failed`, `validation_error`, `project_not_found`, `team_not_found`, `calendar_not_found` (400).
 */
export async function putTargets(
  work: Work,
  drafts: readonly TargetDraft[],
  expected: Matches | null,
): Promise<TargetsSeen> {
  await lockPromises(work);
  const store = work.of(TargetStore);
  const before = await store.list();
  if (expected !== null && !expected(seenOf(work, before).version))
    throw new Failure('precondition_failed', {
      message: 'The targets have changed since you read them; read them again.',
    });
  const after = await targetRows(work, drafts, before);
  if (JSON.stringify(after.map(asWritten)) === JSON.stringify(before.map(asWritten))) return seenOf(work, before);
  for (const { id } of before) if (!after.some((row) => row.id === id)) await store.delete(id);
  for (const row of after) await store.put(asWritten(row));
  await recordAudit(work, 'answer_targets.changed', null, {});
  await reviseWaits(work);
  return seenOf(work, await store.list());
}
