import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AnswerReview, changeFoundBy, reviewQuery } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { useAct } from '../../design/form.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast } from '../../design/toast.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { MOST_WORDS } from '../../tickets/closing/words.ts';
import { subjectAndRest } from '../../tickets/showing/answer-row.tsx';
import { SuggestedWords } from './suggested-words.tsx';

const ROW = 'border-b border-line px-4 py-3 text-sm last:border-b-0 md:px-5';

/** The page of the keepers of answers: frequent questions, answers that have not helped for a year, missing answers. */
export function ReviewPage() {
  const developer = useIsDeveloper();
  const reviewQuestion = useQuery({ ...reviewQuery, enabled: developer });
  if (!developer) return <Empty text={t('refusal.forbidden')} />;
  return (
    <>
      <PageHeader title={t('review.title')}>
        <Link to="/answers" className="text-sm font-medium text-accent underline underline-offset-2 max-md:py-3">
          {t('answers.all')}
        </Link>
      </PageHeader>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 p-4 md:p-6">
        {!reviewQuestion.data && <Pending query={reviewQuestion} />}
        {reviewQuestion.data && <Parts review={reviewQuestion.data} />}
        {reviewQuestion.data && <SuggestedWords />}
      </div>
    </>
  );
}

function Parts({ review: { unanswered, answered_later: late, asked: frequent, stale } }: { review: AnswerReview }) {
  return (
    <>
      <Part title={t('review.unanswered')} none={t('review.unansweredNone')}>
        {unanswered.map(({ question, times, last_asked_at }) => (
          <li key={question} className={ROW}>
            <p className="font-medium wrap-break-word">{question}</p>
            <p className="text-xs text-muted">
              {t('review.times', { count: times })} · {ago(last_asked_at)}
            </p>
          </li>
        ))}
      </Part>
      <Part title={t('review.answered')} none={t('review.answeredNone')}>
        {late.map((entry) => (
          <LateLine key={`${entry.question} ${entry.answer_id}`} late={entry} />
        ))}
      </Part>
      <Part title={t('review.asked')} none={t('review.askedNone')}>
        {frequent.map((answer) => (
          <AnswerLine key={answer.id} answer={answer}>
            {t('review.askedTimes', { count: answer.asked, helped: answer.helped })}
          </AnswerLine>
        ))}
      </Part>
      <Part title={t('review.stale')} none={t('review.staleNone')}>
        {stale.map((answer) => (
          <AnswerLine key={answer.id} answer={answer}>
            {answer.last_used_at ? t('review.lastUsed', { when: ago(answer.last_used_at) }) : t('review.neverUsed')}
          </AnswerLine>
        ))}
      </Part>
    </>
  );
}

/** A question that does not find its answer, and the words that would let it. */
function LateLine({ late }: { late: AnswerReview['answered_later'][number] }) {
  const client = useQueryClient();
  const { question, last_asked_at, answer_id, ticket_id, words, found_by } = late;
  const { act, busy } = useAct(async () => {
    await changeFoundBy(ticket_id, answer_id, [...found_by, ...words].slice(0, MOST_WORDS));
    await client.invalidateQueries({ queryKey: ['answers'] });
    toast({ text: t('review.foundByAdded') });
  });
  return (
    <li className={ROW}>
      <Link to="/answers/$id" params={{ id: answer_id }} className="font-semibold wrap-break-word hover:underline">
        {question}
      </Link>
      <p className="text-xs text-muted">{ago(last_asked_at)}</p>
      {words.length > 0 && (
        <Button look="quiet" small busy={busy} onClick={() => act()}>
          {t('review.addWords', { words: words.join(', ') })}
        </Button>
      )}
    </li>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <Section title={title} count={children.length}>
      {children.length === 0 ? <Empty text={none} /> : <ul>{children}</ul>}
    </Section>
  );
}

function AnswerLine({ answer, children }: { answer: AnswerReview['stale'][number]; children: ReactNode }) {
  const { subject, rest } = subjectAndRest(answer);
  return (
    <li className={ROW}>
      <Link to="/answers/$id" params={{ id: answer.id }} className="font-semibold wrap-break-word hover:underline">
        <span className="tabular-nums font-normal text-muted">#{answer.ticket_number}</span> {subject}
      </Link>
      <p className="line-clamp-2 text-muted empty:hidden">{rest}</p>
      <p className="mt-1 text-xs font-medium">{children}</p>
    </li>
  );
}
