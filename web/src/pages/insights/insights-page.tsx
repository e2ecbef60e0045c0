import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answersQuery, figuresQuery } from '../../backend/statistics.ts';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';
import { AnswerRanking } from './answer-ranking.tsx';
import { FigureSections } from './figures.tsx';
import './paper.css';
import { firstAnswersQuery, Memory } from './memory.tsx';
import '../../tickets/filtering/filter-chips.css';

/**
 * Requests everything at once, and draws each part after those above it, so that no part pushes down what the user
 * reads.
 */
export function InsightsPage() {
  const figures = useQuery(figuresQuery(useSearch({ from: '/signed-in/insights' })));
  const memory = useInfiniteQuery(firstAnswersQuery);
  const answers = useQuery(answersQuery);
  return (
    <>
      <PageHeader title={t('nav.insights')} />
      <div className="figures mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        <FigureSections />
        {/* What goes to paper are figures. */}
        <div className="contents print:hidden">
          {!figures.isPending && <Memory />}
          <Part after={[figures, memory]} of={answers}>
            {(known) => <AnswerRanking answers={known} />}
          </Part>
        </div>
      </div>
    </>
  );
}

interface PartProps<T> {
  after: { isPending: boolean }[];
  of: UseQueryResult<T>;
  children: (known: T) => ReactNode;
}

function Part<T>({ after, of: asked, children }: PartProps<T>) {
  if (after.some(({ isPending }) => isPending)) return null;
  if (asked.isPending) return <Skeleton />;
  if (asked.data === undefined) return <LoadFailed error={asked.error} onRetry={() => asked.refetch()} />;
  return children(asked.data);
}
