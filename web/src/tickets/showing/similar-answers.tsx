import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enqueue, hasPendingChange } from '../../backend/change-queue.ts';
import { type RelatedTicket, relate, solvedBy, unrelate } from '../../backend/links.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import { type SimilarTicket, similarQuery, type TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { AnswerCard } from './answer-card.tsx';

const LINE = 'flex min-h-9 items-center gap-2 text-sm text-muted max-md:min-h-11';

interface SimilarAnswersProps {
  /** Without its description, as lists have it, the service is not asked yet. */
  ticket: TicketSummary & { description?: string };
  /** Says at once how many there are. Else the service is asked when somebody unfolds them: it weighs every word. */
  counted?: boolean;
  /** Inserts an answer into the one that the user writes. */
  onInsert?: (answer: string) => void;
}

/** Closed tickets similar to this one, with their answers and which of these helped. For users who may link tickets. */
export function SimilarAnswers({ ticket, counted = false, onInsert }: SimilarAnswersProps) {
  const { title, description } = ticket;
  const [isLookedAt, setLookedAt] = useState(false);
  const query = useQuery({
    ...similarQuery(title, description ?? ''),
    enabled: (counted || isLookedAt) && ticket.can.link && description !== undefined,
  });
  // Neither the ticket's own answer nor a later one can have helped with it.
  const answers = (query.data ?? [])
    .filter(isOpenAnswer)
    .filter(({ number, closed_at }) => number !== ticket.number && !(ticket.closed_at && closed_at > ticket.closed_at));
  const helped = useHelpfulAnswers(ticket, answers.length > 0);
  if (!ticket.can.link) return null;
  // One line in any case, so that what is below does not move when the answers load.
  if (query.data && answers.length === 0)
    return (
      <p className={LINE}>
        <Icon name="bolt" size={16} />
        {t('similar.nothing')}
      </p>
    );
  return (
    <details className="group" onToggle={(event) => event.currentTarget.open && setLookedAt(true)}>
      <summary className={classes(LINE, 'list-none rounded-md hover:text-ink')}>
        <Icon name="bolt" size={16} />
        {query.data ? t('similar.counted', { count: answers.length }) : t('similar.title')}
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      <ul className="flex flex-col gap-2.5 pt-2 empty:hidden">
        {answers.map((answer) => {
          const has = helped.isHelpful(answer);
          return (
            <li key={answer.ticket_id}>
              <AnswerCard answer={answer}>
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button
                    small
                    {...(has ? { icon: 'check' } : {})}
                    aria-pressed={has === true}
                    aria-label={t('similar.helpedWith', { number: answer.number })}
                    disabled={has === null}
                    onClick={() => helped.toggle(answer)}
                    className="aria-pressed:border-transparent aria-pressed:bg-success-soft aria-pressed:text-success"
                  >
                    {has ? t('similar.helped') : t('similar.thisHelped')}
                  </Button>
                  {onInsert && (
                    <Button
                      look="quiet"
                      small
                      aria-label={t('similar.insertThat', { number: answer.number })}
                      onClick={() => onInsert(answer.summary_content)}
                    >
                      {t('similar.insert')}
                    </Button>
                  )}
                </div>
              </AnswerCard>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

// Records which earlier answers helped with a ticket, optimistically and with Undo.
type Links = readonly RelatedTicket[];

/** An answer of a ticket that the user may open, and so may link. */
type OpenAnswer = SimilarTicket & { readonly ticket_id: string };

const isOpenAnswer = (answer: SimilarTicket): answer is OpenAnswer => answer.ticket_id !== null;

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

/** @param enabled whether there are answers to load links for. */
function useHelpfulAnswers(ticket: TicketSummary, enabled: boolean) {
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

  /** Whether this answer helped; null while that loads. */
  const isHelpful = (answer: OpenAnswer) => (links === undefined ? null : isSolvedBy(linkTo(answer)));
  /** Records that the answer helped, or removes that. */
  const toggle = async (answer: OpenAnswer) => {
    const before = linkTo(answer);
    const numbers = { number: ticket.number, other: answer.number };
    if (isSolvedBy(before)) {
      if (await takeBack(answer, undefined)) toast({ text: t('similar.takenBack', numbers), undo: () => note(answer) });
    } else if (await note(answer)) {
      toast({ text: t('similar.noted', numbers), undo: () => takeBack(answer, before) });
    }
  };
  return { isHelpful, toggle };
}
