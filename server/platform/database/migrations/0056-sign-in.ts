import type { ColumnTypes } from '../dialect.ts';

/** Company accounts, passkeys, and the steps of signing in with either. */
export const signIn = {
  name: '0056-sign-in',
  statements: (t: ColumnTypes) => [
    `alter table sessions add column method ${t.text} not null default 'code'`,
    `alter table sessions add column identity_id ${t.id}`,
    `alter table sessions add column provider_session ${t.text}`,
    `alter table sessions add column only_registers ${t.flag} not null default false`,
    'create index sessions_by_identity on sessions (identity_id) where identity_id is not null',
    'create index sessions_by_provider on sessions (provider_session) where provider_session is not null',
    `create table identities (
      id ${t.id} primary key, user_id ${t.id} not null references users (id), issuer ${t.text} not null,
      subject ${t.text} not null, created_at ${t.time} not null, last_used_at ${t.time} not null,
      unique (issuer, subject)) ${t.tableEnd}`,
    'create index identities_by_person on identities (user_id)',
    `create table sign_in_steps (
      id ${t.text} primary key, kind ${t.text} not null, user_id ${t.id} references users (id),
      content ${t.text} not null, expires_at ${t.time} not null) ${t.tableEnd}`,
    'create index sign_in_steps_by_end on sign_in_steps (expires_at)',
    'create index sign_in_steps_by_person on sign_in_steps (user_id) where user_id is not null',
    `create table sign_in_attempts (
      id ${t.id} primary key, at ${t.time} not null, user_id ${t.id} references users (id), error ${t.text},
      claims ${t.json} not null, problems ${t.json} not null) ${t.tableEnd}`,
    `create table passkeys (
      id ${t.id} primary key, user_id ${t.id} not null references users (id), credential_id ${t.text} not null unique,
      public_key ${t.text} not null, counter ${t.integer} not null, transports ${t.json} not null, name ${t.text} not null,
      backed_up ${t.flag} not null, created_at ${t.time} not null, last_used_at ${t.time}, suspended_at ${t.time}) ${t.tableEnd}`,
    'create index passkeys_by_person on passkeys (user_id)',
    `create table recovery_codes (
      user_id ${t.id} not null references users (id), code_hash ${t.text} not null, created_at ${t.time} not null,
      primary key (user_id, code_hash)) ${t.tableEnd}`,
  ],
};
