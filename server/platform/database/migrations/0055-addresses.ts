import type { ColumnTypes, Dialect } from '../dialect.ts';
import { mailboxSql } from '../dialect.ts';

/** Addresses that people had before, which mailbox an address leads to, and wrong guesses at codes by each client. */
export const addresses = {
  name: '0055-addresses',
  statements: (t: ColumnTypes, { name }: Dialect) => [
    `create table former_addresses (
      email ${t.text} primary key, user_id ${t.id} not null references users (id), changed_at ${t.time} not null) ${t.tableEnd}`,
    'create index former_addresses_by_person on former_addresses (user_id)',
    `create index users_by_mailbox on users ((${mailboxSql('email', name === 'sqlite' ? 'instr' : 'strpos')}))`,
    `alter table sign_in_codes add column made_by ${t.text}`,
    `create table code_guesses (
      code_hash ${t.text} not null, client ${t.text} not null, guesses ${t.integer} not null, expires_at ${t.time} not null,
      primary key (code_hash, client)) ${t.tableEnd}`,
  ],
};
