/**
 * The closed lists of words that the wire takes, and its bounds: all of the contract that runs in the web app. Nothing
 * here is a schema, and nothing is imported, so that no schema gets into the app's bundle. The schemas take their words
 * and bounds from here.
 */

export const STATUSES = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

export const CATEGORIES = ['bug', 'feature', 'improvement', 'question', 'other'] as const;
export type Category = (typeof CATEGORIES)[number];

/** From the most to the least pressing. */
export const PRIORITIES = ['critical', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The orders in which a list of tickets may come. */
export const SORTS = ['updated_at', 'created_at', 'number', 'priority', 'awaiting_reply_since'] as const;

/**
 * The steps in which a search is asked until something is found: as typed, with words that may go on, by the beginnings of
 * words, with all but one word.
 */
export const SEARCH_STEPS = ['exact', 'prefix', 'beginnings', 'partial'] as const;
export type SearchStep = (typeof SEARCH_STEPS)[number];

/** Bounds of a text by the ticket's category, in code points after trimming (docs/rules/tickets.md#bounds). */
export const TEXT_BOUNDS = {
  title: { min: 3, max: 300, minFor: { bug: 10 } },
  description: { min: 1, max: 20_000, minFor: { bug: 100, feature: 50, improvement: 50 } },
} as const;

/** The most characters of each long text, in code points. */
export const LONGEST = {
  description: TEXT_BOUNDS.description.max,
  steps_to_reproduce: 8000,
  expected_result: 8000,
  actual_result: 8000,
  environment: 2000,
  internal_note: 20_000,
  comment: 10_000,
  question: 300,
} as const;

/** The most hours that an estimate may have. */
export const MOST_HOURS = 10_000;

/** What a report of a bug may say besides its description. */
export const BUG_TEXTS = ['steps_to_reproduce', 'expected_result', 'actual_result', 'environment'] as const;

/** What a ticket has that can be long: rows of a list or a board do without it. */
export const LONG_TEXTS = ['description', ...BUG_TEXTS, 'internal_note'] as const;

export const COMMENT_TYPES = ['comment', 'question', 'answer'] as const;

/** The types of links that developers choose. */
export const SAID_TYPES = ['related', 'duplicates', 'blocks'] as const;

export const REFERENCE_TYPES = ['git_pr', 'deployment', 'monitoring', 'other'] as const;

export const ROLES = ['user', 'developer'] as const;
export type Role = (typeof ROLES)[number];

/** What a token may do: read; write as well; write what developers administer as well. Each has those before it. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const LANGUAGES = ['pl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How far an entry of the outbox is. */
export const ENTRY_STATUSES = ['pending', 'processing', 'failed', 'sent'] as const;

/** The events that Kwit records (docs/rules/events.md#record). */
export const EVENT_NAMES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.closed',
  'task.synced',
  'comment.created',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Events that concern one person and no ticket: only that person is told, by mail (docs/rules/events.md#personal-events). */
export const PERSONAL_EVENT_NAMES = [
  'user.invited',
  'token.expiring',
  'token.used_after_end',
  'webhook.paused',
] as const;
export type PersonalEventName = (typeof PERSONAL_EVENT_NAMES)[number];

/** Why a notice concerns somebody, the reason that says most first (docs/rules/notices.md#reasons). */
export const NOTICE_REASONS = [
  'mentioned',
  'closed',
  'reopened',
  'assigned',
  'status_changed',
  'replied',
  'followed',
] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** Every name that an entry of the outbox may have. */
export const ENTRY_NAMES = [...EVENT_NAMES, ...PERSONAL_EVENT_NAMES] as const;
export type EntryName = (typeof ENTRY_NAMES)[number];

/** What the audit records (docs/rules/records.md#audit). */
export const AUDIT_ACTIONS = [
  'user.role_changed',
  'user.deactivated',
  'user.activated',
  'user.invited',
  'user.signed_out',
  'settings.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'token.created',
  'token.revoked',
  'token.rotated',
  'export.made',
  'import.made',
  'person.exported',
  'person.erased',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How a backup ended: with all that rows name, with something missing or wrong, or not at all. */
export const BACKUP_OUTCOMES = ['whole', 'broken', 'failed'] as const;
export type BackupOutcome = (typeof BACKUP_OUTCOMES)[number];

/** Stands in answers for a secret that is set. A PATCH that sends it back leaves the secret as it is. */
export const MASK = '********';

/** The telemetry events (docs/rules/events.md#telemetry), by their keys in the usage. */
export const TELEMETRY = {
  ticket_created: 'ticket.created',
  ticket_closed: 'ticket.closed',
  board_drag: 'board.drag',
  devtodo_reorder: 'devtodo.reorder',
  closure_summary_added: 'closure_summary_added',
} as const;
export type TelemetryKey = keyof typeof TELEMETRY;

/** How many files one request may have, and how many bytes all of them together. */
export const ATTACHMENTS_PER_REQUEST = 10;
export const ATTACHMENT_BYTES_PER_REQUEST = 20 * 1024 * 1024;
