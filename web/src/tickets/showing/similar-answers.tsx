import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { similarQuery, type TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { AnswerCard } from './answer-card.tsx';
import { isOpenAnswer, useHelpfulAnswers } from './helpful-answers.ts';

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
  const found = useQuery({
    ...similarQuery(title, description ?? ''),
    enabled: (counted || isLookedAt) && ticket.can.link && description !== undefined,
  });
  // Neither the ticket's own answer nor a later one can have helped with it.
  const answers = (found.data ?? [])
    .filter(isOpenAnswer)
    .filter(({ number, closed_at }) => number !== ticket.number && !(ticket.closed_at && closed_at > ticket.closed_at));
  const helped = useHelpfulAnswers(ticket, answers.length > 0);
  if (!ticket.can.link) return null;
  // One line in any case, so that what is below does not move when the answers load.
  if (found.data && answers.length === 0)
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
        {found.data ? t('similar.counted', { count: answers.length }) : t('similar.title')}
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
