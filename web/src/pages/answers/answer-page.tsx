import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type Answer, answerQuery } from '../../backend/answers.ts';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Markdown, preloadMarkdown } from '../../design/markdown.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { AnswerFacts } from '../../tickets/showing/answer-row.tsx';
import { DidItHelp } from './did-it-help.tsx';

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
  const found = useQuery(answerQuery(id));
  const { data: canDraw = false } = useQuery(parserQuery);
  const isDrawn = found.data !== undefined && canDraw;
  return (
    <>
      <PageHeader title={t('answers.one')}>
        <Link to="/answers" className="text-sm font-medium text-accent underline underline-offset-2 max-md:py-3">
          {t('answers.all')}
        </Link>
      </PageHeader>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4 md:p-6">
        {!isDrawn && !found.error && <Skeleton />}
        {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
        {isDrawn && <WholeAnswer answer={found.data} />}
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
        <Suspense fallback={<Skeleton lines={2} />}>
          <AnswerSharing key={answer.id} answer={answer} />
        </Suspense>
      )}
    </>
  );
}
