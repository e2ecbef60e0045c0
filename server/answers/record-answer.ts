import type { Status } from '../../contract/tickets.ts';
import type { Instant } from '../clock.ts';
import type { Work } from '../work.ts';

interface AnsweredTicket {
  readonly id: string;
  readonly number: number;
  readonly reporter_id: string;
  readonly status: Status;
}

interface Summary {
  readonly id: string;
  readonly created_at: Instant;
  readonly question: string | null;
  readonly is_shared: boolean;
}

/**
 * Makes a new closure summary, which is never internal, the answer of its ticket, in the place of the one before
 * (docs/rules/answers.md#question-and-sharing).
 */
export async function recordAnswer(work: Work, ticket: AnsweredTicket, summary: Summary): Promise<void> {
  await work.answers.put({
    comment_id: summary.id,
    ticket_id: ticket.id,
    number: ticket.number,
    reporter_id: ticket.reporter_id,
    question: summary.question,
    is_shared: summary.is_shared,
    is_confirmed: true,
    is_closed: ticket.status === 'closed',
    answered_at: summary.created_at,
  });
  await work.solved.index(ticket.id, ticket.number);
}
