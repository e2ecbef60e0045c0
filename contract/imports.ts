import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import {
  ANSWER_CHOICES,
  COMMENT_READERS,
  DATE_ORDERS,
  FILE_PRODUCTS,
  IMPORT_REMARKS,
  IMPORT_STATES,
  PEOPLE_CHOICES,
  TABLE_COLUMNS,
  TABLE_ENCODINGS,
  TABLE_PROBLEMS,
  TABLE_SEPARATORS,
  TABLE_WORD_LISTS,
} from './table-words.ts';

const Count = Type.Integer({ minimum: 0 });

/** A form with one table. */
export const TableForm = record({
  file: Type.String({ format: 'binary', description: 'A table (CSV) or a board of Trello (JSON), at most 20 MiB.' }),
});

export const WordMeaning = record({
  list: oneOf(TABLE_WORD_LISTS),
  word: line(1, 200),
  means: Type.String({ maxLength: 20 }),
});
export type WordMeaning = Static<typeof WordMeaning>;

/** How a table is read, and what is made of it. */
export const ImportOptions = record(
  {
    product: Type.Optional(
      oneOf(FILE_PRODUCTS, { description: 'As what the file is read. Absent: as what its beginning tells.' }),
    ),
    encoding: Type.Optional(oneOf(TABLE_ENCODINGS, { default: 'utf-8' })),
    separator: Type.Optional(
      nullable(oneOf(TABLE_SEPARATORS, { description: 'Null, the default: the header tells.' })),
    ),
    zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        examples: ['Europe/Warsaw'],
      }),
    ),
    dates: Type.Optional(
      nullable(
        oneOf(DATE_ORDERS, {
          description: 'How days are written, months by name too. Null, the default: as 2026-11-22.',
        }),
      ),
    ),
    people: Type.Optional(oneOf(PEOPLE_CHOICES, { default: 'placeholder' })),
    comments: Type.Optional(
      oneOf(COMMENT_READERS, {
        description: 'Who reads comments of which the file does not tell. Absent: of Jira developers, of Trello all.',
      }),
    ),
    answers: Type.Optional(oneOf(ANSWER_CHOICES, { default: 'none' })),
    columns: Type.Optional(
      Type.Array(nullable(oneOf(TABLE_COLUMNS)), {
        maxItems: 200,
        description: 'By their places; null for one that is left out.',
      }),
    ),
    meanings: Type.Optional(Type.Array(WordMeaning, { maxItems: 200 })),
    source: Type.Optional(
      Type.String({
        pattern: '^[\\p{L}\\p{N} ._-]{0,60}$',
        description: 'Keeps tables apart whose external_id would mix.',
      }),
    ),
  },
  { examples: [{ people: 'create', zone: 'Europe/Warsaw' }] },
);
export type ImportOptions = Static<typeof ImportOptions>;

/** A problem of a table, or of one of its rows (docs/rules/moving.md#problems). */
export const TableProblem = record({
  code: oneOf(TABLE_PROBLEMS),
  line: nullable(Type.Integer({ minimum: 1 })),
  column: nullable(Type.String()),
  value: nullable(Type.String()),
  bound: nullable(Type.Integer()),
});
export type TableProblem = Static<typeof TableProblem>;

/** The rows of one table: `read` is the sum of the others. */
export const ImportFigures = record({ read: Count, imported: Count, merged: Count, left_out: Count });
export type ImportFigures = Static<typeof ImportFigures>;

/** Rows that did not come along, or not as they were, for one reason. */
export const ImportRemark = record({
  kind: oneOf(IMPORT_REMARKS),
  table: Type.String(),
  reason: Type.String({ description: 'A sentence in English, as the command line says it.' }),
  problems: Type.Optional(
    Type.Array(TableProblem, { description: 'The reason of rows that were rejected, without their lines.' }),
  ),
  count: Count,
  rows: Type.Array(record({ name: Type.String(), value: nullable(Type.String()) }), {
    maxItems: 20,
    description: 'The first ones: what they are called there, and what stood there, its first 300 characters.',
  }),
});
export type ImportRemark = Static<typeof ImportRemark>;

/** The outcome for everything in a file, not for its tickets alone. */
export const ImportOutcome = record({
  tables: Type.Array(record({ table: Type.String(), ...ImportFigures.properties })),
  remarks: Type.Array(ImportRemark, { maxItems: 100 }),
});
export type ImportOutcome = Static<typeof ImportOutcome>;

/** A table that a developer has uploaded, and how far its import is (docs/rules/moving.md#import-in-the-app). */
export const UploadedTable = record({
  id: Id,
  name: Type.String(),
  size: Count,
  state: oneOf(IMPORT_STATES),
  uploaded_at: Instant,
  uploaded_by: Id,
  uploaded_by_name: Type.String(),
  options: ImportOptions,
  rows: nullable(Type.Integer({ minimum: 0, description: 'Null until a check has read all of them.' })),
  done_rows: Count,
  began_at: nullable(Instant),
  ended_at: nullable(Instant),
  tickets: ImportFigures,
  people: Count,
  projects: Count,
  act_id: nullable({ ...Id, description: 'Of its import, which can be taken back; null until it has begun.' }),
  problems: Type.Array(TableProblem),
  report: ImportOutcome,
});
export type UploadedTable = Static<typeof UploadedTable>;

/** GET /api/imports. */
export const UploadedTables = record({ imports: Type.Array(UploadedTable) });
export type UploadedTables = Static<typeof UploadedTables>;

const Cell = nullable(Type.String());

/** A row as the ticket that it would be. */
export const PreviewRow = record({
  line: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  status: Type.String(),
  category: Type.String(),
  priority: Type.String(),
  project: Cell,
  reporter: Cell,
  assignee: Cell,
  created_at: nullable(Instant),
});
export type PreviewRow = Static<typeof PreviewRow>;

/** A column of an uploaded table. */
export const PreviewColumn = record({
  name: Type.String(),
  column: nullable(oneOf(TABLE_COLUMNS)),
  sample: nullable(Type.String({ description: 'What the first row that has something there says.' })),
});
export type PreviewColumn = Static<typeof PreviewColumn>;

/** A word of a table that Kwit does not have. */
export const UnknownWord = record({ list: oneOf(TABLE_WORD_LISTS), word: Type.String(), rows: Count });
export type UnknownWord = Static<typeof UnknownWord>;

/** The effect that an import would have. Nothing was written. */
export const ImportPreview = record({
  product: oneOf(FILE_PRODUCTS, { description: 'As what the file was read.' }),
  separator: nullable(oneOf(TABLE_SEPARATORS)),
  columns: Type.Array(PreviewColumn),
  problems: Type.Array(TableProblem, { description: 'With one of these, nothing of the table can be imported.' }),
  rows: Type.Array(PreviewRow),
  tickets: ImportFigures,
  projects: Count,
  rejected: Type.Array(TableProblem, { maxItems: 100 }),
  unknown_words: Type.Array(UnknownWord, { maxItems: 100 }),
  unknown_people: Type.Array(Type.String(), { maxItems: 100 }),
  unknown_people_count: Count,
  report: ImportOutcome,
});
export type ImportPreview = Static<typeof ImportPreview>;
