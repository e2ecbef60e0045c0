/** The closed lists of words of mails that come in, and a bound. As in `words.ts`, nothing is imported. */

/** The outcome of a mail that came in (docs/rules/mail-in.md#what-becomes-of-a-mail). */
export const MAIL_IN_STATES = [
  'waiting',
  'reply',
  'report',
  'bounce',
  'machine',
  'held',
  'refused',
  'failed',
  'discarded',
  'duplicate',
] as const;
export type MailInState = (typeof MAIL_IN_STATES)[number];

/** Why a mail is held or was refused. */
export const MAIL_IN_REASONS = [
  'unclear_sender',
  'unreadable',
  'unknown_address',
  'two_references',
  'other_sender',
  'not_allowed',
  'nothing_new',
  'too_many',
  'unauthenticated',
  'domain_not_allowed',
  'too_large',
] as const;
export type MailInReason = (typeof MAIL_IN_REASONS)[number];

/** How a mail came in. */
export const MAIL_IN_WAYS = ['lmtp', 'smtp', 'imap', 'http', 'import'] as const;
export type MailInWay = (typeof MAIL_IN_WAYS)[number];

/** Proofs that mail in works, in this order. */
export const MAIL_IN_STEPS = ['way_in', 'round_trip', 'subaddress', 'sender', 'reply', 'machine'] as const;
export type MailInStep = (typeof MAIL_IN_STEPS)[number];

/** Bytes that one mail may have. */
export const MAIL_BYTES = 25 * 1024 * 1024;
