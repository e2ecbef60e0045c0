/** Records which earlier answers helped with a ticket, optimistically and with Undo. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { enqueue, hasPendingChange } from '../../backend/change-queue.ts';
import { type RelatedTicket, relate, solvedBy, unrelate } from '../../backend/links.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import type { SimilarTicket, TicketSummary } from '../../backend/tickets.ts';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';

type Links = readonly RelatedTicket[];

/** An answer of a ticket that the user may open, and so may link. */
export type OpenAnswer = SimilarTicket & { readonly ticket_id: string };

export const isOpenAnswer = (answer: SimilarTicket): answer is OpenAnswer => answer.ticket_id !== null;

const without = (links: Links, id: string) => links.filter((link) => link.id !== id);

/** The link as the service will return it. */
const helpful = ({ ticket_id: id, number, title, category, closed_at }: OpenAnswer): RelatedTicket => ({
  id,
  number,
  title: title ?? '',
  status: 'closed',
  priority: 'normal',
  category,
  assignee_id: null,
  reporter_id: null,
  relation_type: 'solved_by',
  direction: 'out',
  updated_at: closed_at,
});

/** Restores a link that two tickets had before. */
function restore(
  ticket: TicketSummary,
  { id, number, relation_type: type, direction }: RelatedTicket,
): Promise<unknown> {
  const [from, to] = direction === 'out' ? [ticket.id, number] : [id, ticket.number];
  return type === 'solved_by' ? solvedBy(from, to) : relate(from, to, type);
}

interface HelpfulAnswers {
  /** Whether this answer helped; null while that loads. */
  isHelpful: (answer: OpenAnswer) => boolean | null;
  /** Records that the answer helped, or removes that. */
  toggle: (answer: OpenAnswer) => Promise<void>;
}

/** @param enabled whether there are answers to load links for. */
export function useHelpfulAnswers(ticket: TicketSummary, enabled: boolean): HelpfulAnswers {
  const client = useQueryClient();
  const detail = ticketQuery(ticket.number);
  const links = useQuery({ ...detail, enabled }).data?.related_tickets;
  const linkTo = ({ ticket_id }: OpenAnswer) => links?.find((link) => link.id === ticket_id);
  const isSolvedBy = (link: RelatedTicket | undefined) =>
    link?.relation_type === 'solved_by' && link.direction === 'out';

  const change = async (shown: (links: Links) => RelatedTicket[], work: () => Promise<unknown>): Promise<boolean> => {
    await client.cancelQueries({ queryKey: detail.queryKey });
    const before = client.getQueryData(detail.queryKey);
    client.setQueryData(detail.queryKey, (old) => old && { ...old, related_tickets: shown(old.related_tickets) });
    try {
      await enqueue(ticket.id, work);
      return true;
    } catch (error) {
      client.setQueryData(detail.queryKey, before);
      toastRefusal(error, `#${ticket.number}`);
      return false;
    } finally {
      if (!hasPendingChange(ticket.id)) client.invalidateQueries({ queryKey: detail.queryKey });
      client.invalidateQueries({ queryKey: ['statistics', 'answers'] });
    }
  };
  const note = (answer: OpenAnswer) =>
    change(
      (now) => [...without(now, answer.ticket_id), helpful(answer)],
      () => solvedBy(ticket.id, answer.number),
    );
  const takeBack = (answer: OpenAnswer, before: RelatedTicket | undefined) =>
    change(
      (now) => [...without(now, answer.ticket_id), ...(before ? [before] : [])],
      () => (before ? restore(ticket, before) : unrelate(ticket.id, answer.ticket_id)),
    );

  const toggle = async (answer: OpenAnswer) => {
    const before = linkTo(answer);
    const numbers = { number: ticket.number, other: answer.number };
    if (isSolvedBy(before)) {
      if (await takeBack(answer, undefined)) toast({ text: t('similar.takenBack', numbers), undo: () => note(answer) });
    } else if (await note(answer)) {
      toast({ text: t('similar.noted', numbers), undo: () => takeBack(answer, before) });
    }
  };
  return { isHelpful: (answer) => (links === undefined ? null : isSolvedBy(linkTo(answer))), toggle };
}
