import type { ColumnEntry, ColumnType, TableName } from './table-entry.ts';

const ofType =
  (type: ColumnType) =>
  (meaning: string): ColumnEntry => ({ type, meaning });

/** The id of a row of another table. */
const idOf = (names: TableName, meaning: string): ColumnEntry => ({ type: 'id', names, meaning });

/** A column of each kind, with what it means. */
export const column = {
  id: ofType('id'),
  text: ofType('text'),
  time: ofType('time'),
  day: ofType('day'),
  flag: ofType('flag'),
  json: ofType('json'),
  integer: ofType('integer'),
  real: ofType('real'),
  idOf,
  person: (meaning: string): ColumnEntry => idOf('users', meaning),
  ticket: (meaning = 'The ticket.'): ColumnEntry => idOf('tickets', meaning),
  /** The name of a stored file. */
  file: (meaning: string): ColumnEntry => ({ type: 'text', names: 'file', meaning }),
  oneOfWords: (words: readonly string[], meaning: string): ColumnEntry => ({ type: 'text', words, meaning }),
};

export const optional = (it: ColumnEntry): ColumnEntry => ({ ...it, isNullable: true });
export const secret = (it: ColumnEntry): ColumnEntry => ({ ...it, leftOut: 'secret' });
export const workedOut = (it: ColumnEntry): ColumnEntry => ({ ...it, leftOut: 'worked out' });
export const passing = (it: ColumnEntry): ColumnEntry => ({ ...it, leftOut: 'passing' });
