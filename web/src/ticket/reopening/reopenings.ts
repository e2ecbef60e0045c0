import type { Comment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';

type History = Pick<TicketDetail, 'history'>;

/** When a ticket was opened again, the first time first. */
export const reopeningsOf = ({ history }: History): string[] =>
  history
    .filter(({ field, old_value }) => field === 'status' && old_value === 'closed')
    .map(({ created_at }) => created_at)
    .sort();

/** Whether a comment is an answer after which the ticket was not opened again. */
export const isLastingAnswer = ({ is_closure_summary, created_at }: Comment, ticket: History): boolean =>
  is_closure_summary && reopeningsOf(ticket).every((at) => at < created_at);
