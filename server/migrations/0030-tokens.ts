import type { ColumnTypes } from '../database/dialect.ts';

/** Tokens for programs. */
export const tokens = {
  name: '0030-tokens',
  statements: (t: ColumnTypes) => [
    `create table api_tokens (
      id ${t.id} primary key, user_id ${t.id} not null references users (id), name ${t.text} not null,
      hash ${t.text} not null unique, last4 ${t.text} not null, scope ${t.text} not null,
      created_at ${t.time} not null, expires_at ${t.time}, revoked_at ${t.time}, rotated_at ${t.time},
      last_used_at ${t.time}, warned_at ${t.time}, used_after_end_at ${t.time}) ${t.tableEnd}`,
    'create index api_tokens_by_user on api_tokens (user_id, id)',
    'create index api_tokens_by_end on api_tokens (expires_at)',
    'create index api_tokens_by_revocation on api_tokens (revoked_at)',
  ],
};
