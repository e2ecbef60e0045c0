import type { ColumnTypes } from '../database/dialect.ts';

/** A code for each kind of client that asks. Those of before are dropped: they would live for ten minutes at most. */
export const codesByClient = {
  name: '0022-codes-by-client',
  statements: (t: ColumnTypes) => [
    'drop table sign_in_codes',
    `create table sign_in_codes (
      email ${t.text} not null, asked_by ${t.text} not null, code_hash ${t.text} not null, language ${t.text} not null,
      guesses_by_known ${t.integer} not null, guesses_by_unknown ${t.integer} not null, expires_at ${t.time} not null,
      created_at ${t.time} not null, primary key (email, asked_by)) ${t.tableEnd}`,
  ],
};
