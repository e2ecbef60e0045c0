import type { ColumnTypes } from '../dialect.ts';

/** Mails that Kwit sent, with the token by which answers come. */
export const sentLetters = {
  name: '0080-sent-letters',
  runsBeside: true,
  statements: (t: ColumnTypes) => [
    `create table sent_letters (
      token ${t.text} not null, n ${t.integer} not null, sent_at ${t.time} not null, letter ${t.text} not null,
      primary key (token, n)) ${t.tableEnd}`,
    'create index sent_letters_by_time on sent_letters (sent_at)',
  ],
} as const;
