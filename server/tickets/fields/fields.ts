import { isDeepStrictEqual } from 'node:util';
import { isHidden, permitBelongings, seesProject } from '#access';
import { hasOptions, MOST_FIELDS, MOST_FIELDS_ASKED } from '#contract/field-words.ts';
import type { FieldChanges, FieldDraft, TicketField } from '#contract/fields.ts';
import { CATEGORIES } from '#contract/words.ts';
import { indexAgain } from '#memory';
import { type Actor, Failure, invalidField, isDeveloper, omit, pick, type Work } from '#platform';
import { recordAudit } from '#settings';
import { FieldStore, type StoredField } from '../field-store.ts';
import { holdNamedProject } from '../named-project.ts';
import { isAsked, optionsOf } from './field-values.ts';

const viewField = (field: StoredField): TicketField => ({
  ...pick(field, 'id', 'key', 'category', 'project_id', 'kind', 'ask', 'unit', 'position', 'archived_at'),
  name: { pl: field.name_pl, en: field.name_en },
  help: field.help_pl === null || field.help_en === null ? null : { pl: field.help_pl, en: field.help_en },
  options: optionsOf(field),
  needed: field.needed === 1,
  reporter_sees: field.reporter_sees === 1,
});

/** Whether the caller reads fields of a project with all that they say. @param project null: of all projects. */
const readsFieldsOf = ({ actor }: Work, project: string | null): boolean =>
  isDeveloper(actor) && (project === null || seesProject(actor, project));

/**
 * The fields that the caller may know of, by position: those of their projects, and of others what reporters are asked there.
 *
 * @param withArchived whether also archived ones: what tickets say in them stays readable.
 */
export async function seenFields(work: Work, withArchived = false): Promise<StoredField[]> {
  const fields = await work.of(FieldStore).list();
  const shown = fields.filter((field) => field.reporter_sees === 1 && (withArchived || field.archived_at === null));
  const isElsewhere = ({ project_id }: StoredField) => isHidden(work.actor, project_id);
  const own = shown.some(isElsewhere) ? await work.of(FieldStore).reportedInto({ reporter: work.actor.id }) : [];
  const isReported = (field: StoredField) => own.some(({ project_id }) => project_id === field.project_id);
  return fields.filter(
    (field) =>
      readsFieldsOf(work, field.project_id) || (shown.includes(field) && (!isElsewhere(field) || isReported(field))),
  );
}

/** Every field, whoever may know of it. */
export const listStoredFields = (work: Work<Actor>) => work.of(FieldStore).list();

/** Lists the fields that the caller may know of, by position. */
export const listFields = async (work: Work): Promise<TicketField[]> => (await seenFields(work)).map(viewField);

/** @throws Failure `field_not_found`. */
async function findField(work: Work, id: string): Promise<StoredField> {
  const field = (await seenFields(work)).find((listed) => listed.id === id);
  if (field === undefined) throw new Failure('field_not_found');
  return field;
}

/** @throws Failure `field_not_found`. */
export const showField = async (work: Work, id: string): Promise<TicketField> => viewField(await findField(work, id));

const keysTwice = (options: TicketField['options']): number =>
  options.findIndex(({ key }, place) => options.some((option, other) => other < place && option.key === key));

/** @throws Failure `validation_error` for what does not go together. */
function refuseContradictions({ kind, options, unit, needed, ask, reporter_sees }: Omit<TicketField, 'id'>): void {
  const refuse = (path: string, code: string, sentence: string) => {
    throw invalidField(path, code, sentence);
  };
  if (hasOptions(kind) && options.length === 0) refuse('options', 'minItems', 'Name one option at least.');
  if (!hasOptions(kind) && options.length > 0)
    refuse('options', 'dependentRequired', 'Only choices have options; leave them out.');
  const twice = keysTwice(options);
  if (twice >= 0) refuse(`options[${twice}].key`, 'uniqueItems', 'Another option has this key; take another one.');
  if (unit !== null && kind !== 'number')
    refuse('unit', 'dependentRequired', 'Only a number has a unit; leave it out.');
  if (needed && ask === 'work')
    refuse('needed', 'dependentRequired', 'Only what is asked for at the report or at closing can be needed.');
  if (ask === 'report' && !reporter_sees)
    refuse('reporter_sees', 'dependentRequired', 'Who reports has to see what is asked for at the report; send true.');
}

/**
 * @param coming fields that come beside it.
 * @throws Failure `limit_reached` where some ticket would be asked for too many fields that the caller may know of.
 */
async function refuseTooMany(work: Work, field: StoredField, coming: readonly StoredField[] = []): Promise<void> {
  const others = [...(await seenFields(work)), ...coming].filter(({ id }) => id !== field.id);
  if (others.length >= MOST_FIELDS) throw new Failure('limit_reached');
  if (field.archived_at !== null) return;
  const places = [null, ...new Set(others.flatMap(({ project_id }) => project_id ?? []))];
  const projects = field.project_id === null ? places : [field.project_id];
  for (const category of field.category === null ? CATEGORIES : [field.category])
    for (const project_id of projects)
      if (others.filter((other) => isAsked(other, { category, project_id })).length >= MOST_FIELDS_ASKED)
        throw new Failure('limit_reached');
}

/** A field as the database takes it. */
const rowOf = ({ name, help, options, ...field }: TicketField) => ({
  ...field,
  ...{ name_pl: name.pl, name_en: name.en, help_pl: help?.pl ?? null, help_en: help?.en ?? null },
  options: JSON.stringify(options),
});

const asStored = (field: TicketField): StoredField => ({
  ...rowOf(field),
  needed: field.needed ? 1 : 0,
  reporter_sees: field.reporter_sees ? 1 : 0,
});

const auditedOf = (field: TicketField) => pick(field, 'key', 'project_id');

const withArchived = (options: FieldDraft['options'] = []): TicketField['options'] =>
  options.map(({ archived = false, ...option }) => ({ ...option, archived }));

/**
 * Makes a field.
 *
 * @throws Failure `validation_error`, `project_not_found` (400), `forbidden`, `field_exists` with the id of the field that has the
 * key, unless the caller may not know of it; `limit_reached`.
 */
export async function addField(work: Work, { options, ...draft }: FieldDraft): Promise<TicketField> {
  await work.lock('fields');
  const fields = await work.of(FieldStore).list();
  const last = Math.max(-1, ...fields.map(({ position }) => position));
  const blank = { category: null, project_id: null, help: null, unit: null, needed: false, reporter_sees: false };
  const of = { id: work.newId(), options: withArchived(options), archived_at: null };
  const field: TicketField = { ...blank, position: last + 1, ...draft, ...of };
  refuseContradictions(field);
  await holdNamedProject(work, field.project_id, true);
  const other = fields.find(({ key }) => key === field.key);
  if (other !== undefined) {
    const isSeen = (await seenFields(work)).some(({ id }) => id === other.id);
    throw new Failure('field_exists', isSeen ? { facts: { id: other.id } } : {});
  }
  await refuseTooMany(work, asStored(field));
  await work.of(FieldStore).add(rowOf(field));
  await recordAudit(work, 'field.created', field.id, auditedOf(field));
  return field;
}

/** Holds a field that the caller may change. @throws Failure `field_not_found`, `forbidden`. */
async function holdField(work: Work, id: string): Promise<TicketField> {
  await work.lock('fields');
  const field = await findField(work, id);
  permitBelongings(work.actor, field.project_id);
  return viewField(field);
}

/** @throws Failure `option_in_use` with the key of an option that tickets have, and that is left out. */
async function settleOptions(work: Work, before: TicketField, after: TicketField): Promise<void> {
  const left = before.options.filter(({ key }) => !after.options.some((option) => option.key === key));
  const used = left.length === 0 ? [] : await work.of(FieldStore).used({ field: before.id });
  const key = left.find((option) => used.some(({ item }) => item === option.key))?.key;
  if (key !== undefined)
    throw new Failure('option_in_use', {
      facts: { key },
      message: `Tickets have the option ${key}; archive it, and send it along.`,
    });
  for (const [place, option] of after.options.entries())
    if (before.options[place]?.key !== option.key)
      await work.of(FieldStore).place({ field: before.id, item: option.key, place });
}

/**
 * Changes a field; its key and its kind stay.
 *
 * @throws Failure `field_not_found`, `forbidden`, `validation_error`, `project_not_found` (400), `option_in_use`, `limit_reached`.
 */
export async function changeField(
  work: Work,
  id: string,
  { archived, options, ...changes }: FieldChanges,
): Promise<TicketField> {
  const before = await holdField(work, id);
  const archived_at = archived === undefined ? before.archived_at : archived ? (before.archived_at ?? work.now) : null;
  const after: TicketField = {
    ...before,
    ...changes,
    archived_at,
    options: options === undefined ? before.options : withArchived(options),
  };
  if (isDeepStrictEqual(after, before)) return before;
  refuseContradictions(after);
  if (after.project_id !== before.project_id) await holdNamedProject(work, after.project_id, true);
  await settleOptions(work, before, after);
  if (isAskedElsewhere(before, after)) await refuseTooMany(work, asStored(after));
  await work.of(FieldStore).change(id, omit(rowOf(after), 'id', 'key', 'kind'));
  if (isReadByOthers(before, after)) {
    const tickets = await work.of(FieldStore).ticketsSaying({ field: id });
    await indexAgain(
      work,
      tickets.map(({ ticket_id }) => ticket_id),
    );
  }
  const names = [
    ...Object.keys(changes),
    ...(archived === undefined ? [] : ['archived']),
    ...(options ? ['options'] : []),
  ];
  await recordAudit(work, 'field.changed', id, { ...auditedOf(after), names });
  return after;
}

/** Whether words that tickets say in a field are found by others from now on. */
const isReadByOthers = (before: TicketField, after: TicketField): boolean =>
  (after.kind === 'text' || after.kind === 'url') &&
  (after.reporter_sees !== before.reporter_sees ||
    after.category !== before.category ||
    after.project_id !== before.project_id);

const isAskedElsewhere = (before: TicketField, after: TicketField): boolean =>
  after.category !== before.category ||
  after.project_id !== before.project_id ||
  (before.archived_at !== null && after.archived_at === null);

/** Permits fields to come back with their project. @throws Failure `field_exists`, `limit_reached`. */
export async function permitFieldsBack(work: Work, fields: readonly StoredField[]): Promise<void> {
  if (fields.length === 0) return;
  await work.lock('fields');
  const keys = new Set((await work.of(FieldStore).list()).map(({ key }) => key));
  if (fields.some(({ key }) => keys.has(key))) throw new Failure('field_exists');
  for (const field of fields) await refuseTooMany(work, field, fields);
}

/** Removes a field in which no ticket says anything. @throws Failure `field_not_found`, `forbidden`, `field_in_use`. */
export async function removeField(work: Work, id: string): Promise<void> {
  const field = await holdField(work, id);
  if ((await work.of(FieldStore).anyOf({ field: id })) !== undefined) throw new Failure('field_in_use');
  await work.of(FieldStore).delete(id);
  await recordAudit(work, 'field.deleted', id, auditedOf(field));
}
