/**
 * The closed lists of words that the wire takes, without a schema, so that the web app shares them and no schema is in
 * its bundle. Each list stands here once; the schemas of its feature are made from it.
 */

export const STATUSES = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'] as const
export type Status = (typeof STATUSES)[number]

export const CATEGORIES = ['bug', 'feature', 'improvement', 'question', 'other'] as const
export type Category = (typeof CATEGORIES)[number]

/** From the most to the least pressing. */
export const PRIORITIES = ['critical', 'high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/** The orders in which a list of tickets may come. */
export const SORTS = ['updated_at', 'created_at', 'number', 'priority'] as const

/** Bounds of a text by the ticket's category, in code points after trimming (docs/rules/tickets.md#bounds). */
export const TEXT_BOUNDS = {
  title: { min: 3, max: 300, minFor: { bug: 10 } },
  description: { min: 1, max: 20_000, minFor: { bug: 100, feature: 50, improvement: 50 } },
} as const

/** What a ticket has that can be long: rows of a list or a board do without it. */
export const LONG_TEXTS = [
  'description',
  'steps_to_reproduce',
  'expected_result',
  'actual_result',
  'environment',
  'internal_note',
] as const

export const COMMENT_TYPES = ['comment', 'question', 'answer'] as const

/** The types of links that developers choose. */
export const SAID_TYPES = ['related', 'duplicates', 'blocks'] as const

export const REFERENCE_TYPES = ['git_pr', 'deployment', 'monitoring', 'other'] as const

export const ROLES = ['user', 'developer'] as const
export type Role = (typeof ROLES)[number]

export const LANGUAGES = ['pl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** How far an entry of the outbox is. */
export const ENTRY_STATUSES = ['pending', 'processing', 'failed', 'sent'] as const

/** The events that Kwit records (docs/rules/events.md#record). */
export const EVENT_NAMES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.closed',
  'task.synced',
  'comment.created',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Stands in answers for a secret that is set. A PATCH that sends it back leaves the secret as it is. */
export const MASK = '********'
