import { MOST_FIELDS, MOST_FIELDS_ASKED } from '#contract/field-words.ts';
import { CATEGORIES, type Category } from '#contract/words.ts';
import { fold } from '#platform';
import { recordAudit } from '#settings';
import { isAsked, itemsOf, optionsOf, type StoredField } from '#tickets';
import type { TicketAdditions } from '../finish-tickets.ts';
import type { ImportRun } from '../import-run.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import { readDay } from '../source-words.ts';
import type { TicketBatch } from './import-tickets.ts';
import type { IncomingField, IncomingTicket } from './incoming-ticket.ts';
import { fieldIdOf } from './ticket-ids.ts';

interface Asked {
  readonly category: Category;
  readonly project_id: string | null;
}

const NO_FIELD = 'no field is called so; --fields makes it';
const ENOUGH = `there are ${MOST_FIELDS} fields, or a ticket is asked for ${MOST_FIELDS_ASKED}`;
const NOT_ASKED = 'such a ticket is not asked for the field';
const OTHER_KIND = 'it is no value of the field';
const of = (reason: string, { key }: StoredField): string => `${reason} ${key}`;
const LONGEST_NAME = 80;
const LONGEST_TEXT = 500;

/** The fields of Kwit into which values of another product come. */
export class FieldsHere {
  readonly #fields: StoredField[];
  readonly #makes: boolean;
  readonly #made: StoredField[] = [];

  /** @param makes whether those are made that are not there. */
  constructor(fields: readonly StoredField[], makes: boolean) {
    this.#fields = [...fields];
    this.#makes = makes;
  }

  get makes(): boolean {
    return this.#makes;
  }

  /** Whether a value stands in no field, and nobody expects it there. */
  passesOver({ name, isInNote }: IncomingField): boolean {
    return isInNote && !this.#makes && this.#named(name) === undefined;
  }

  /** @returns the field and what is stored of a value, or why there is none. */
  itemsFor({ name, value }: IncomingField, ticket: Asked, run: ImportRun) {
    const field = this.#named(name) ?? (isOneLine(value) ? this.#make(name, run) : OTHER_KIND);
    if (typeof field === 'string') return field;
    if (!isAsked(field, ticket)) return of(NOT_ASKED, field);
    const items = isOneLine(value) ? itemsOf(field, sentOf(field, value.trim()), []) : null;
    return items === null ? of(OTHER_KIND, field) : { field, items };
  }

  /** Fields that were made since it was asked last. */
  takeMade(): readonly StoredField[] {
    return this.#made.splice(0);
  }

  #named(name: string): StoredField | undefined {
    const folded = fold(name.trim());
    return this.#fields.find(
      ({ key, name_pl, name_en }) => key === folded || fold(name_pl) === folded || fold(name_en) === folded,
    );
  }

  #make(name: string, run: ImportRun): StoredField | string {
    if (!this.#makes) return NO_FIELD;
    if (!this.#hasRoom()) return ENOUGH;
    const called = [...name.trim()].slice(0, LONGEST_NAME).join('');
    const field: StoredField = {
      ...{ id: run.newId(run.now), key: this.#keyFor(name), category: null, project_id: null, kind: 'text' },
      ...{ name_pl: called, name_en: called, help_pl: null, help_en: null, options: '[]', ask: 'work' },
      // Only who works on a ticket read the note in which such values stand.
      ...{ needed: 0, reporter_sees: 0, unit: null, archived_at: null },
      position: Math.max(-1, ...this.#fields.map(({ position }) => position)) + 1,
    };
    this.#fields.push(field);
    this.#made.push(field);
    run.rows.add('fields', { ...field, needed: false, reporter_sees: false });
    run.report.read('fields');
    run.report.imported('fields');
    return field;
  }

  #hasRoom(): boolean {
    if (this.#fields.length >= MOST_FIELDS) return false;
    const projects = [null, ...new Set(this.#fields.flatMap(({ project_id }) => project_id ?? []))];
    return CATEGORIES.every((category) =>
      projects.every(
        (project_id) =>
          this.#fields.filter((field) => isAsked(field, { category, project_id })).length < MOST_FIELDS_ASKED,
      ),
    );
  }

  #keyFor(name: string): string {
    const plain = fold(name)
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '');
    const [begin, isTaken] = [
      plain.slice(0, 36) || 'field',
      (key: string) => this.#fields.some((field) => field.key === key),
    ];
    let key = begin;
    for (let count = 2; isTaken(key); count += 1) key = `${begin}_${count}`;
    return key;
  }
}

const isOneLine = (value: string): boolean => !/[\r\n]/.test(value) && [...value.trim()].length <= LONGEST_TEXT;

const YES = /^(?:true|yes|tak|1)$/i;
const NO = /^(?:false|no|nie|0)$/i;

/** A text as the value that a field takes; null for none. */
function sentOf(field: StoredField, text: string): unknown {
  const optionOf = (word: string) =>
    optionsOf(field).find(({ key, name }) => [key, fold(name.pl), fold(name.en)].includes(fold(word.trim())))?.key;
  switch (field.kind) {
    case 'number':
      return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;
    case 'yes_no':
      return YES.test(text) ? true : NO.test(text) ? false : null;
    case 'choice':
      return optionOf(text);
    case 'choices':
      return text.split(/[|,]/).map(optionOf);
    case 'date':
      return readDay(text);
    case 'person':
      return null;
    default:
      return text;
  }
}

/** Values in fields that came before stay; a field that says something here is left as it is. */
export async function addFieldValues(
  { work, run, fields }: TicketBatch,
  ticket: IncomingTicket,
  { id: ticket_id, projectId: project_id, isNew }: TicketAdditions,
): Promise<boolean> {
  const { report, rows } = run;
  let isAdded = false;
  const values = (ticket.fields ?? []).filter((field) => !fields.passesOver(field));
  for (const [field, externalId] of run.newAmong(['field values', 'field'], values, ({ name }) =>
    fieldIdOf(ticket, name),
  )) {
    const placed = fields.itemsFor(field, { category: ticket.category, project_id }, run);
    if (typeof placed === 'string') {
      const row = { id: ticket.externalId, isLost: !field.isInNote, value: `${field.name}: ${field.value}` };
      report.leftOut('field values', placed, row);
      continue;
    }
    const {
      field: { id: field_id },
      items,
    } = placed;
    if (!isNew && (await work.of(ImportedRowStore).find('field_values', { ticket_id, field_id })) !== undefined) {
      report.merged('field values');
      continue;
    }
    for (const { item, sort_number } of items)
      rows.add('field_values', { ticket_id, field_id, item, sort_number, folded: fold(item), person_id: null });
    run.note({ kind: 'field', id: externalId, values: field.value }, field_id, true);
    report.imported('field values');
    isAdded = true;
  }
  return isAdded;
}

/** The audit tells of fields that an import made. */
export async function auditMade({ work, run, fields }: TicketBatch): Promise<void> {
  const made = fields.takeMade();
  if (run.rows.isTrial) return;
  for (const { id, key, project_id } of made) await recordAudit(work, 'field.created', id, { key, project_id });
}
