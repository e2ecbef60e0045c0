import { nameFrom } from '#people';
import { addressOf, fold, isAddress } from '#platform';
import type { ImportRun } from '../import-run.ts';
import { NOBODY, newPerson } from '../import-run.ts';
import { type Conversion, kwitIdOf, tableImport } from './conversion.ts';
import type { SourceRow } from './reading/source-row.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
const NO_COLOR = '#6B7280';

/** The address of a person; one that nobody can have when there is none. */
export function emailOf(row: SourceRow): string {
  const email = addressOf(row.maybe('email') ?? '');
  return isAddress(email) ? email : `${row.id}@imported.invalid`;
}

export const users = tableImport({
  kind: 'user',
  to: 'users',
  isNamed: true,
  // An address that Kwit knows already is that person, whose values in Kwit stay.
  findHere: ({ email = '' }, { people }) => people.byEmail.get(email) ?? null,
  added: ({ email = '' }, id, { people }) => void people.byEmail.set(email, id),
  convert(row, conversion) {
    const email = emailOf(row);
    const isReal = !email.endsWith('@imported.invalid');
    if (!isReal) row.repaired('the person has no e-mail address and cannot sign in');
    const name = row.maybe('name')?.trim() ? row.line('name', nameFrom(email)) : nameFrom(email);
    const picture = pictureOf(row, 'avatar_filename', conversion);
    return {
      values: {
        email,
        name,
        folded_name: fold(name),
        role: roleOf(row),
        language: languageOf(row, conversion),
        email_notify_ticket_status: row.flag('email_notify_ticket_status', true),
        email_notify_developer_comment: row.flag('email_notify_developer_comment', true),
        avatar_filename: picture?.filename ?? null,
        avatar_type: picture?.pictureType ?? null,
        avatar_updated_at:
          picture === null ? null : row.firstMoment(['avatar_updated_at', 'created_at'], conversion.facts.oldest),
        created_at: row.firstMoment(['created_at', 'last_login'], conversion.facts.oldest),
        last_login: row.moment('last_login'),
        is_active: isReal,
      },
    };
  },
});

function roleOf(row: SourceRow): 'user' | 'developer' {
  const role = row.maybe('role');
  if (role !== 'user' && role !== 'developer')
    row.repaired(`the role ${role} is not known: the person reports tickets`);
  return role === 'developer' ? role : 'user';
}

function languageOf(row: SourceRow, { language }: Conversion): 'pl' | 'en' {
  const read = row.maybe('language');
  if (read === 'pl' || read === 'en') return read;
  row.repaired(`the language ${read} is not known`);
  return language;
}

/** The picture that a column names; null when there is none, or none that Kwit can show. */
export function pictureOf(row: SourceRow, column: string, conversion: Conversion) {
  const name = row.maybe(column);
  if (name === null || name === '') return null;
  const upload = conversion.uploads.get(row.table, row.id);
  if (upload === null) row.repaired('the picture is missing');
  else if (upload.pictureType === null) row.repaired('the picture is no picture that Kwit shows');
  else return { filename: upload.filename, pictureType: upload.pictureType };
  return null;
}

export const projects = tableImport({
  kind: 'project',
  to: 'projects',
  isNamed: true,
  convert(row, conversion) {
    const color = row.maybe('color') ?? NO_COLOR;
    if (!COLOR.test(color)) row.repaired(`the colour ${color} is none`);
    const picture = pictureOf(row, 'icon_filename', conversion);
    return {
      values: {
        name: row.line('name', '(no name)'),
        description: row.maybe('description'),
        color: COLOR.test(color) ? color : NO_COLOR,
        icon_filename: picture?.filename ?? null,
        icon_type: picture?.pictureType ?? null,
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
      },
    };
  },
});

export const templates = tableImport({
  kind: 'template',
  to: 'ticket_templates',
  convert(row, conversion) {
    const created_at = row.firstMoment(['created_at', 'updated_at'], conversion.facts.oldest);
    return {
      values: {
        name: row.line('name', '(no name)'),
        project_id: kwitIdOf(conversion, 'project', row.maybe('project_id')),
        category: conversion.words.must('category', row.maybe('category')),
        urgency_reporter: conversion.words.must('priority', row.maybe('urgency_reporter')),
        title_template: row.line('title_template', ''),
        description_template: row.text('description_template', ''),
        checklist_items: JSON.stringify(checklistOf(row)),
        is_active: row.flag('is_active', true),
        created_at,
        updated_at: row.moment('updated_at') ?? created_at,
      },
    };
  },
});

function checklistOf(row: SourceRow): string[] {
  const text = row.maybe('checklist_json');
  if (text === null || text === '') return [];
  try {
    const items: unknown = JSON.parse(text);
    if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
  } catch {
    // Said below.
  }
  row.repaired('the steps to tick off cannot be read');
  return [];
}

export class ImportedPeople {
  /** Their ids, by their addresses. */
  readonly byEmail: Map<string, string>;
  readonly #run: ImportRun;

  constructor(run: ImportRun, here: readonly { readonly id: string; readonly email: string }[]) {
    this.#run = run;
    this.byEmail = new Map(here.map(({ id, email }) => [email, id]));
  }

  /** The person for rows without an author, who is made when somebody first asks. */
  get nobody(): string {
    return this.byEmail.getOrInsertComputed(NOBODY.email, () => {
      const { now, rows } = this.#run;
      const id = this.#run.newId(now);
      rows.add('users', newPerson({ ...NOBODY, id }, { language: 'en', createdAt: now, isActive: false }));
      return id;
    });
  }
}
