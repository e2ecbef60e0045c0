import { internalScopeOf, permitBelongings, seesProject } from '#access';
import type { Label, LabelChanges, LabelDraft, TicketLabel } from '#contract/labels.ts';
import { MOST_LABELS } from '#contract/words.ts';
import { recordHistory, recordThing, removeRows, removeThing } from '#events';
import { Failure, fold, invalidField, type Work } from '#platform';
import { labelsOf } from '../label-columns.ts';
import { holdNamedProject } from '../named-project.ts';
import type { HeldTicket } from '../ticket.ts';
import type { FieldChange } from '../ticket-change.ts';
import { LabelStore, type StoredLabel } from './label-store.ts';

const viewLabel = (label: StoredLabel, tickets: number): Label => {
  const { id, name, color, project_id, created_at } = label;
  return { id, name, color, project_id, archived: label.archived === 1, tickets, created_at };
};

const thingOf = ({ id, name, project_id }: Pick<StoredLabel, 'id' | 'name' | 'project_id'>) => ({
  ...{ type: 'label', id, name, projectId: project_id },
});

const ROWS = { labels: 'id', ticket_labels: 'label_id' } as const;

const isSeen = ({ actor }: Work, { project_id }: Pick<StoredLabel, 'project_id'>): boolean =>
  project_id === null || seesProject(actor, project_id);

/** The labels that the caller may know of, by name, each with how many tickets that they see have it. */
export async function listLabels(work: Work): Promise<Label[]> {
  const labels = await work.of(LabelStore).list();
  const counts = await work.of(LabelStore).counts(internalScopeOf(work.actor));
  return labels.filter((label) => isSeen(work, label)).map((label) => viewLabel(label, counts.get(label.id) ?? 0));
}

/** The labels that the caller may put on tickets, by name. */
export async function listUsableLabels(work: Work): Promise<TicketLabel[]> {
  const labels = await work.of(LabelStore).list();
  return labels
    .filter((label) => label.archived === 0 && isSeen(work, label))
    .map(({ id, name, color }) => ({ id, name, color }));
}

/** @throws Failure `label_exists` with the id of the label that has the name, unless the caller may not know of it. */
async function refuseUsedName(work: Work, name: string, own: string | null): Promise<void> {
  const other = await work.of(LabelStore).named({ folded_name: fold(name) });
  if (other !== undefined && other.id !== own)
    throw new Failure('label_exists', isSeen(work, other) ? { facts: { id: other.id } } : {});
}

/** @throws Failure `limit_reached`. Labels that the caller may not know of are not counted to them. */
async function refuseTooMany(work: Work, coming: number): Promise<void> {
  const labels = (await work.of(LabelStore).list()).filter((label) => isSeen(work, label));
  if (labels.length + coming > MOST_LABELS) throw new Failure('limit_reached');
}

export async function showLabel(work: Work, id: string): Promise<Label> {
  const label = (await listLabels(work)).find((listed) => listed.id === id);
  if (label === undefined) throw new Failure('label_not_found');
  return label;
}

/** Makes a label. @throws Failure `label_exists`, `limit_reached`, `project_not_found` (400), `forbidden`. */
export async function addLabel(work: Work, { name, color = 'gray', project_id = null }: LabelDraft): Promise<Label> {
  await work.lock('labels');
  await holdNamedProject(work, project_id, true);
  await refuseUsedName(work, name, null);
  await refuseTooMany(work, 1);
  const id = work.newId();
  const label = { id, name, folded_name: fold(name), color, project_id, archived: false, created_at: work.now };
  await work.of(LabelStore).add(label);
  recordThing(work, thingOf(label), null, label);
  return showLabel(work, id);
}

/** @throws Failure `label_not_found`, `forbidden`. */
async function holdLabel(work: Work, id: string, inBody = false): Promise<StoredLabel> {
  await work.lock('labels');
  const label = await work.of(LabelStore).hold(id);
  if (label === undefined || !isSeen(work, label)) throw new Failure('label_not_found', { inBody });
  permitBelongings(work.actor, label.project_id);
  return label;
}

/** Renames, colours, archives a label, or brings it back. @throws Failure `label_not_found`, `label_exists`, `forbidden`. */
export async function changeLabel(work: Work, id: string, changes: LabelChanges): Promise<Label> {
  const { name, color, archived } = changes;
  const before = viewLabel(await holdLabel(work, id), 0);
  recordThing(work, thingOf(before), before, changes);
  if (name !== undefined) await refuseUsedName(work, name, id);
  await work.of(LabelStore).change(id, {
    ...(name === undefined ? {} : { name, folded_name: fold(name) }),
    ...(color === undefined ? {} : { color }),
    ...(archived === undefined ? {} : { archived }),
  });
  return showLabel(work, id);
}

/**
 * Removes a label that no ticket has, as far as the caller sees. Others lose it with their history: to refuse would say that
 * there are such tickets.
 *
 * @throws Failure `label_not_found`, `label_in_use`, `forbidden`.
 */
export async function removeLabel(work: Work, id: string): Promise<void> {
  const label = await holdLabel(work, id);
  if ((await showLabel(work, id)).tickets > 0) throw new Failure('label_in_use');
  for (const { ticket_id } of await work.of(LabelStore).onTickets({ id }))
    await recordHistory(work, ticket_id, [{ field: 'labels', from: label.name, to: null }]);
  await removeThing(work, thingOf(label), ROWS);
}

/** Permits the caller to bring labels back. @throws Failure `label_exists`, `limit_reached`, `forbidden`. */
export async function permitLabels(work: Work, labels: readonly StoredLabel[]): Promise<void> {
  if (labels.length === 0) return;
  await work.lock('labels');
  for (const { name, project_id } of labels) {
    permitBelongings(work.actor, project_id);
    await refuseUsedName(work, name, null);
  }
  await refuseTooMany(work, labels.length);
}

/**
 * Tickets that have one label have the other from now on, and the first is gone.
 *
 * @throws Failure `label_not_found`, 400 for the other one: it is unknown, the same, or of another project; `forbidden`.
 */
export async function mergeLabel(work: Work, id: string, into: string): Promise<Label> {
  const label = await holdLabel(work, id);
  if (into === id) throw invalidField('into', 'same', 'A label cannot go into itself. Name another one.');
  const target = await holdLabel(work, into, true);
  if (target.project_id !== null && target.project_id !== label.project_id)
    throw new Failure('label_not_found', { inBody: true, message: 'That label is for tickets of another project.' });
  const already = new Set((await work.of(LabelStore).onTickets({ id: into })).map(({ ticket_id }) => ticket_id));
  const moved = (await work.of(LabelStore).onTickets({ id })).filter(({ ticket_id }) => !already.has(ticket_id));
  await work.of(LabelStore).move({ from: id, into });
  const { name } = target;
  const values = { old: null, new: { id: into, name }, before: moved.map(({ ticket_id }) => ticket_id) };
  const { thing, projectId } = { thing: thingOf(label), projectId: label.project_id };
  await removeRows(work, { thing, projectId, field: MERGED, ...values }, ROWS);
  return showLabel(work, into);
}

/** The field of the line that a label was merged into another one. */
export const MERGED = 'merged_into';

/** Takes a label off the tickets that got it by a merge. */
export async function unmergeLabel(work: Work, into: string, tickets: readonly string[]): Promise<void> {
  for (const ticket_id of tickets) await work.of(LabelStore).detach({ ticket_id, label_id: into });
}

/** The names of the labels of which the caller may not know. */
export const hiddenLabels = async (work: Work): Promise<ReadonlySet<string>> =>
  new Set((await work.of(LabelStore).list()).filter((label) => !isSeen(work, label)).map(({ name }) => name));

const namesOf = (labels: readonly { readonly name: string }[]): string | null =>
  labels.length === 0 ? null : labels.map(({ name }) => name).join('|');

/** A change of a ticket's labels, not yet written. */
export interface LabelChange extends FieldChange {
  readonly field: 'labels';
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Decides a ticket's labels: those that are sent, or those that it has, without the ones of a project that it leaves.
 *
 * @param sent the ids of all that it is to have; undefined where nothing was sent.
 * @param projectId its project from now on.
 * @returns null where they stay as they are.
 * @throws Failure `label_not_found` (400) for one that is unknown, archived, or for tickets of another project. An archived one that
 * it has may stay.
 */
export async function labelChange(
  work: Work,
  ticket: HeldTicket,
  sent: readonly string[] | undefined,
  projectId: string | null,
): Promise<LabelChange | null> {
  const before = labelsOf(ticket);
  if (sent === undefined && (before.length === 0 || projectId === ticket.project_id)) return null;
  const ids = [...new Set(sent ?? before.map(({ id }) => id))];
  const labels = await work.of(LabelStore).among({ ids });
  const fits = ({ project_id }: StoredLabel) => project_id === null || project_id === projectId;
  const isKept = ({ id }: StoredLabel) => before.some((former) => former.id === id);
  const isGiven = (label: StoredLabel) => fits(label) && (label.archived === 0 || isKept(label));
  if (sent !== undefined && (labels.length < ids.length || !labels.every(isGiven)))
    throw new Failure('label_not_found', { inBody: true });
  const after = labels.filter(fits);
  const added = after.filter((label) => !isKept(label)).map(({ id }) => id);
  const removed = before.filter(({ id }) => !after.some((label) => label.id === id)).map(({ id }) => id);
  if (added.length === 0 && removed.length === 0) return null;
  return { field: 'labels', from: namesOf(before), to: namesOf(after), added, removed };
}

/** Writes such a change. */
export async function applyLabels(work: Work, ticketId: string, { added, removed }: LabelChange): Promise<void> {
  for (const id of removed) await work.of(LabelStore).detach({ ticket_id: ticketId, label_id: id });
  for (const id of added) await work.of(LabelStore).attach({ ticket_id: ticketId, label_id: id });
}

/**
 * The ids of labels that a filter names, by id or by name whatever its case and accents.
 *
 * @returns null where nothing is named. What names no label that the caller may know of is an id of none.
 */
export async function labelIds(work: Work, named: string | undefined): Promise<readonly string[] | null> {
  if (named === undefined) return null;
  const labels = (await work.of(LabelStore).list()).filter((label) => isSeen(work, label));
  return named.split(',').map((text) => {
    const folded = fold(text.trim());
    return labels.find(({ id, folded_name }) => id === text.trim() || folded_name === folded)?.id ?? NO_LABEL;
  });
}

const NO_LABEL = '00000000-0000-0000-0000-000000000000';
