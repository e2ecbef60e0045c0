import type { ColumnTypes } from '../dialect.ts';

/** The addresses whose mails developers take for somebody's, as JSON. */
export const mailAddresses = {
  name: '0077-mail-addresses',
  runsBeside: true,
  statements: (t: ColumnTypes) => [`alter table users add column mail_addresses ${t.json} not null default '[]'`],
} as const;
