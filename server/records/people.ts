import type { PictureType } from '#contract/pictures.ts';
import type { Instant } from '#contract/scalars.ts';
import type { Language, Role } from '#contract/users.ts';
import type { Flag } from './flag.ts';

export interface UserTable {
  id: string;
  email: string;
  name: string;
  /** The name without case and diacritics, to look for. */
  folded_name: string;
  role: Role;
  language: Language;
  email_notify_ticket_status: Flag;
  email_notify_developer_comment: Flag;
  avatar_filename: string | null;
  avatar_type: PictureType | null;
  avatar_updated_at: Instant | null;
  created_at: Instant;
  /** Null until the first sign-in. */
  last_login: Instant | null;
  /** Whether they may sign in. */
  is_active: Flag;
}

export interface SessionTable {
  id: string;
  user_id: string;
  user_agent: string | null;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  /** To the hour; null until it was used an hour after it began. */
  last_used_at: Instant | null;
}

/** Whether somebody has signed in with the e-mail address from this client before. */
export type ClientKind = 'known' | 'unknown';

/** Of each kind of client that asks, an e-mail address has one code. */
export interface CodeTable {
  email: string;
  asked_by: ClientKind;
  code_hash: string;
  /** In which it was mailed. */
  language: Language;
  guesses_by_known: number;
  guesses_by_unknown: number;
  expires_at: Instant;
  created_at: Instant;
}

export interface AttemptTable {
  id: string;
  bucket: string;
  at: Instant;
}

/** Stream tokens that have been used. They are kept until they would have expired. */
export interface StreamTokenTable {
  id: string;
  expires_at: Instant;
}

export interface KnownClientTable {
  user_id: string;
  client: string;
  last_sign_in_at: Instant;
}
