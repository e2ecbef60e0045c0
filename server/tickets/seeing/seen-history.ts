import { isHidden, type Reader, seesEverything, seesProject, standing } from '#access';
import type { HistoryEntry } from '#contract/tickets.ts';
import type { Actor, Work } from '#platform';
import { FieldStore } from '../field-store.ts';
import { seenFields } from '../fields/fields.ts';
import { LabelStore } from '../labels/label-store.ts';
import { hiddenLabels } from '../labels/labels.ts';
import { TicketStore } from '../ticket-store.ts';

/** The fields whose values are the numbers of other tickets. */
export const POINTING: readonly string[] = ['merged_into', 'merged_from', 'beside', 'split_into', 'split_from'];

const numbersIn = ({ field, old_value, new_value }: HistoryEntry): number[] =>
  POINTING.includes(field)
    ? [old_value, new_value].flatMap((value) => (value?.startsWith('#') ? [Number(value.slice(1))] : []))
    : [];

/**
 * The history of a ticket as the caller may read it: without lines that name tickets which they do not see, without fields
 * of which they may not know, and without the projects that it left and their labels where they do not see them (docs/rules/access.md#everything-else).
 *
 * @param project the one in which the ticket is now.
 */
export async function seenHistory(
  work: Work,
  history: readonly HistoryEntry[],
  project: string | null,
): Promise<HistoryEntry[]> {
  if (seesEverything(work.actor)) return [...history];
  const unseen = await unseenNumbers(work, work.actor, [...new Set(history.flatMap(numbersIn))]);
  const isFieldSeen = await fieldsSeenIn(work, history, project);
  const isLabelled = history.some(({ field }) => field === 'labels');
  const hidden = isLabelled ? await hiddenLabels(work) : new Set<string>();
  return history
    .filter(({ field }) => isFieldSeen(field))
    .filter((entry) => !numbersIn(entry).some((number) => unseen.has(number)))
    .map((entry) => (entry.field === 'project_id' ? seenMove(work, entry, project) : entry))
    .map((entry) => (entry.field === 'labels' ? seenLabels(entry, hidden) : entry))
    .filter(({ field, old_value, new_value }) => field !== 'labels' || old_value !== new_value);
}

/** Which lines are about no field, or about one of which the caller may know and whose project they see or the ticket is in. */
async function fieldsSeenIn(work: Work, history: readonly HistoryEntry[], project: string | null) {
  const isOfField = (name: string) => name.startsWith('fields.');
  if (!history.some(({ field }) => isOfField(field))) return () => true;
  const isThere = (of: string | null) => of === null || of === project || seesProject(work.actor, of);
  const fields = (await seenFields(work, true)).filter(({ project_id }) => isThere(project_id));
  const names = new Set(fields.map(({ key }) => `fields.${key}`));
  return (name: string) => !isOfField(name) || names.has(name);
}

async function unseenNumbers(
  work: Work<Actor>,
  person: Reader,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const tickets = await Promise.all(numbers.map((number) => work.of(TicketStore).numbered({ number })));
  return new Set(
    numbers.filter((_, index) => {
      const ticket = tickets[index];
      return ticket !== undefined && standing(person, ticket) === 'none';
    }),
  );
}

/**
 * Which of these names somebody may not know of, by which a history calls fields (`fields.pay`), labels (`labels.Pay`), and
 * tickets (`#42`).
 */
export async function unseenNames(
  work: Work<Actor>,
  person: Reader,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const isOf = (beginning: string) => names.some((name) => name.startsWith(beginning));
  const isUnseen = ({ project_id }: { readonly project_id: string | null }) =>
    project_id !== null && !seesProject(person, project_id);
  const fields = isOf('fields.') ? await work.of(FieldStore).list() : [];
  const labels = isOf('labels.') ? await work.of(LabelStore).list() : [];
  const numbers = names.filter((name) => name.startsWith('#')).map((name) => Number(name.slice(1)));
  return new Set([
    ...fields.filter(isUnseen).map(({ key }) => `fields.${key}`),
    ...labels.filter(isUnseen).map(({ name }) => `labels.${name}`),
    ...[...(await unseenNumbers(work, person, [...new Set(numbers)]))].map((number) => `#${number}`),
  ]);
}

function seenLabels(entry: HistoryEntry, hidden: ReadonlySet<string>): HistoryEntry {
  const seen = (names: string | null) =>
    names
      ?.split('|')
      .filter((name) => !hidden.has(name))
      .join('|') || null;
  return { ...entry, old_value: seen(entry.old_value), new_value: seen(entry.new_value) };
}

/** A move from or to a project of which the reader may not know says only that it was. */
function seenMove({ actor }: Work, entry: HistoryEntry, project: string | null): HistoryEntry {
  const { old_value: from, new_value: to } = entry;
  if ([from, to].some((id) => isHidden(actor, id))) return { ...entry, old_value: null, new_value: null };
  const isLeft = (id: string | null) => id !== null && id !== project && !seesProject(actor, id);
  return { ...entry, old_value: isLeft(from) ? null : from, new_value: isLeft(to) ? null : to };
}
