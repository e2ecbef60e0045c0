import type { ExternalReference, ReferenceDraft } from '../../../contract/references.ts';
import type { RelatedTicket } from '../../../contract/relations.ts';
import { write } from './client.ts';

export type { ExternalReference, ReferenceDraft, RelatedTicket };

export const relate = (
  ticketId: string,
  related_ticket_number: number,
  relation_type: Exclude<RelatedTicket['relation_type'], 'solved_by'>,
) => write('POST', `/tickets/${ticketId}/related`, { json: { related_ticket_number, relation_type } });

/** Records that the answer of the other, closed ticket helped with this one. */
export const solvedBy = (ticketId: string, ticket_number: number) =>
  write('POST', `/tickets/${ticketId}/solved-by`, { json: { ticket_number } });

export const unrelate = (ticketId: string, relatedId: string) =>
  write('DELETE', `/tickets/${ticketId}/related/${relatedId}`);

export const addReference = (ticketId: string, draft: ReferenceDraft) =>
  write('POST', `/tickets/${ticketId}/external-references`, { json: draft });

export const removeReference = (ticketId: string, id: string) =>
  write('DELETE', `/tickets/${ticketId}/external-references/${id}`);
