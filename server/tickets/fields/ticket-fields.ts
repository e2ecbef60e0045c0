import type { Static } from 'typebox';
import { standing, type TicketFacts, withSight } from '#access';
import type { FieldProblem } from '#contract/errors.ts';
import type { SentFields } from '#contract/fields.ts';
import type { Category, Standing } from '#contract/words.ts';
import { findUsers } from '#people';
import { Failure, type Work } from '#platform';
import { readSetting } from '#settings';
import { sentFrom } from '../field-columns.ts';
import { FieldStore, type StoredField, type ValueChange } from '../field-store.ts';
import { isAsked, itemsOf, optionsOf, unknownField, wrongValue } from './field-values.ts';

/** A ticket as it is to become, with what decides which fields it is asked for. */
export type AskedTicket = TicketFacts & { readonly category: Category };

interface ItemOnTicket {
  readonly field_id: string;
  readonly item: string;
  readonly person: string | null;
}

/** The field of a key that somebody of this standing may write. @throws Failure `forbidden` for one that is asked of others. */
function writable(fields: readonly StoredField[], key: string, ticket: AskedTicket, own: Standing): StoredField | null {
  const field = fields.find((other) => other.key === key);
  if (field === undefined || !isAsked(field, ticket)) return null;
  if (own === 'worker') return field;
  if (field.reporter_sees === 0) return null;
  if (field.ask !== 'report')
    throw new Failure('forbidden', { message: `Who works on the ticket fills in ${key}. Leave it out.` });
  return field;
}

/** @throws Failure `validation_error` for an id of nobody; `cannot_see_ticket` for somebody who may not open the ticket. */
async function nameOfPerson(work: Work, field: StoredField, id: string, ticket: AskedTicket): Promise<string> {
  const [person] = await withSight(work, await findUsers(work, [id]));
  if (person === undefined) throw new Failure('validation_error', [wrongValue(field)]);
  if (person.is_active === 0 || standing(person, ticket) === 'none')
    throw new Failure('cannot_see_ticket', { facts: { user_id: id } });
  return person.name;
}

/** The words of the history for items, in the language of the service. */
function written(field: StoredField, items: readonly { item: string }[], person: string | null, language: 'pl' | 'en') {
  if (items.length === 0) return null;
  const options = optionsOf(field);
  const nameOf = (item: string) => options.find(({ key }) => key === item)?.name[language] ?? person ?? item;
  return items.map(({ item }) => nameOf(item)).join(', ');
}

const sentValues = ({ kind }: StoredField, before: readonly { item: string }[], after: readonly { item: string }[]) => {
  const [old, now] = [before, after].map((items) =>
    sentFrom(
      kind,
      items.map(({ item }) => item),
    ),
  );
  return { old, new: now };
};

/**
 * Decides what becomes of the fields of a ticket by values that are sent: a change for each that is another one.
 *
 * @param id the ticket whose values are read; null for a new one.
 * @param ticket as it is to become.
 * @param own what the caller is to it.
 * @throws Failure `validation_error` with `fields.KEY` for a field that it is not asked for, and for a value of another kind;
 * `forbidden` for one that others fill in; `cannot_see_ticket`.
 */
export async function fieldChanges(
  work: Work,
  id: string | null,
  ticket: AskedTicket,
  own: Standing,
  sent: Static<typeof SentFields> | undefined,
): Promise<ValueChange[]> {
  const entries = Object.entries(sent ?? {});
  if (entries.length === 0) return [];
  const fields = await work.of(FieldStore).list();
  const before: readonly ItemOnTicket[] = id === null ? [] : await work.of(FieldStore).valuesOn({ ticket: id });
  const problems: FieldProblem[] = [];
  const changes: ValueChange[] = [];
  const language = await readSetting(work, 'default_language');
  for (const [key, value] of entries) {
    const field = writable(fields, key, ticket, own);
    const there = before.filter(({ field_id }) => field_id === field?.id);
    const items =
      field &&
      (value === null
        ? []
        : itemsOf(
            field,
            value,
            there.map(({ item }) => item),
          ));
    if (field === null || items === null) {
      problems.push(field === null ? unknownField(key) : wrongValue(field));
      continue;
    }
    if (items.length === there.length && items.every(({ item }, at) => there[at]?.item === item)) continue;
    const isPerson = field.kind === 'person' && items[0] !== undefined;
    const person = isPerson ? await nameOfPerson(work, field, items[0]?.item ?? '', ticket) : null;
    changes.push({
      field: `fields.${key}`,
      from: written(field, there, there[0]?.person ?? null, language),
      to: written(field, items, person, language),
      isPublic: field.reporter_sees === 1,
      stored: field,
      items,
      sent: sentValues(field, there, items),
    });
  }
  if (problems.length > 0) throw new Failure('validation_error', problems);
  return changes;
}

/**
 * @param ticket as it is to become.
 * @throws Failure `field_needed` with the keys of the fields without which it does not close.
 */
export async function refuseLacking(
  work: Work,
  id: string,
  ticket: AskedTicket,
  changes: readonly ValueChange[],
): Promise<void> {
  const fields = await work.of(FieldStore).list();
  const needed = fields.filter((field) => field.needed === 1 && field.ask === 'close' && isAsked(field, ticket));
  if (needed.length === 0) return;
  const there = await work.of(FieldStore).valuesOn({ ticket: id });
  const isFilled = (field: StoredField) =>
    (
      changes.find(({ stored }) => stored.id === field.id)?.items ??
      there.filter(({ field_id }) => field_id === field.id)
    ).length > 0;
  const keys = needed.filter((field) => !isFilled(field)).map(({ key }) => key);
  if (keys.length > 0)
    throw new Failure('field_needed', {
      facts: { keys },
      message: `Fill in ${keys.join(', ')}; the ticket closes with them alone.`,
    });
}
