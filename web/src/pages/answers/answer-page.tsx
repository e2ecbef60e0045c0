import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, answerQuery, rateAnswer } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Markdown, preloadMarkdown } from '../../design/markdown.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { PageHeader } from '../../design/page.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { AnswerFacts } from '../../tickets/showing/answer-row.tsx';

const AnswerSharing = onDemand(async () => (await import('./answer-sharing.tsx')).AnswerSharing);

/** Whether the answer can be drawn as it stays: as plain text first, it would move what is below. */
const parserQuery = queryOptions({
  queryKey: ['parser of Markdown'],
  queryFn: async () => {
    await preloadMarkdown();
    return true;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** One answer, which a colleague may send to another one. The mail that closes a ticket leads here, too. */
export function SingleAnswerPage() {
  const { id } = useParams({ from: '/signed-in/answers/$id' });
  const query = useQuery(answerQuery(id));
  const { data: canDraw = false } = useQuery(parserQuery);
  const isDrawn = query.data !== undefined && canDraw;
  return (
    <>
      <PageHeader title={t('answers.one')}>
        <Link to="/answers" className="text-sm font-medium text-accent underline underline-offset-2 max-md:py-3">
          {t('answers.all')}
        </Link>
      </PageHeader>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4 md:p-6">
        {!isDrawn && !query.error && <Skeleton />}
        {query.error && !query.data && <LoadFailed error={query.error} onRetry={() => query.refetch()} />}
        {isDrawn && <WholeAnswer answer={query.data} />}
      </div>
    </>
  );
}

function WholeAnswer({ answer }: { answer: Answer }) {
  const { helped } = useSearch({ from: '/signed-in/answers/$id' });
  const developer = useIsDeveloper();
  return (
    <>
      {helped && <DidItHelp answer={answer} insist />}
      <article className="rounded-xl border border-line bg-surface px-4 py-4 md:px-6">
        {answer.question !== null && <h2 className="text-lg font-semibold wrap-break-word">{answer.question}</h2>}
        <AnswerFacts answer={answer} />
        <div className="mt-3 border-t border-line pt-3">
          <Markdown text={answer.content} />
        </div>
        {answer.ticket_number !== null && (
          <Link
            to="/t/$number"
            params={{ number: String(answer.ticket_number) }}
            className="mt-3 inline-block text-sm font-medium text-accent underline underline-offset-2 max-md:py-3"
          >
            {t('similar.open', { number: answer.ticket_number })}
          </Link>
        )}
      </article>
      {!helped && <DidItHelp answer={answer} />}
      {developer && (
        <PartPlace fallback={<Skeleton lines={2} />}>
          <AnswerSharing key={answer.id} answer={answer} />
        </PartPlace>
      )}
    </>
  );
}

interface DidItHelpProps {
  answer: Answer;
  /** The reporter came here to say so: the buttons stand out. */
  insist?: boolean;
}

/** Asks whether an answer helped. Only a click says so, and the last one counts. */
function DidItHelp({ answer, insist = false }: DidItHelpProps) {
  const client = useQueryClient();
  const [said, setSaid] = useState<boolean>();
  const say = async (helped: boolean) => {
    const before = said;
    setSaid(helped);
    try {
      const counts = await rateAnswer(answer.id, helped);
      client.setQueryData(answerQuery(answer.id).queryKey, (old) => old && { ...old, ...counts });
      client.invalidateQueries({ queryKey: ['answers'], refetchType: 'none' });
    } catch (error) {
      setSaid(before);
      toastRefusal(error);
    }
  };
  return (
    <section aria-label={t('answers.didItHelp')} className="flex flex-wrap items-center gap-3">
      <h2 className={insist ? 'w-full text-lg font-semibold' : 'font-medium'}>
        {t(insist ? 'answers.didItSolve' : 'answers.didItHelp')}
      </h2>
      <Button
        icon="check"
        look={insist && said === undefined ? 'primary' : 'plain'}
        aria-pressed={said === true}
        onClick={() => say(true)}
        className="aria-pressed:border-transparent aria-pressed:bg-success-soft aria-pressed:text-success"
      >
        {t('answers.yes')}
      </Button>
      <Button
        aria-pressed={said === false}
        onClick={() => say(false)}
        className="aria-pressed:border-transparent aria-pressed:bg-warning-soft aria-pressed:text-warning"
      >
        {t('answers.no')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {said !== undefined && t('answers.thanks')}
      </p>
    </section>
  );
}
