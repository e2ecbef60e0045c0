/** Decides which comments, files, fields and events of a ticket somebody of a standing is told (docs/rules/access.md). */
import type { Changed } from '#contract/events.ts';
import type { Standing } from '#contract/words.ts';
import { type Reader, readsInternals, standing, type TicketFacts } from './standing.ts';

interface MaybeInternal {
  readonly is_internal: 0 | 1;
}

/** Whether somebody of this standing, who may open the ticket, may read a comment of it, or have a file. */
export const mayRead = (one: Standing, { is_internal }: MaybeInternal): boolean =>
  is_internal === 0 || readsInternals(one);

/**
 * The fields whose changes Kwit tells those alone who read internals. Reporters cannot read the note and the internal comments, and a
 * link may lead to a ticket that they cannot open.
 */
export const INTERNAL_FIELDS = [
  'internal_note',
  'labels',
  'related_tickets',
  'internal_comments',
  'internal_attachments',
  'beside',
] as const satisfies readonly Changed[];

export const isInternalField = (field: string): boolean => INTERNAL_FIELDS.some((internal) => internal === field);

/** What of an event decides who may hear of it: its ticket as it is now, and itself. */
export interface StreamEvent extends TicketFacts {
  /** Whether its name and payload are such that reporters may know of it (`events/catalogue.ts`). */
  readonly isForReporters: boolean;
}

export function mayHear(person: Reader, event: StreamEvent): boolean {
  const one = standing(person, event);
  return readsInternals(one) || (event.isForReporters && one !== 'none');
}
