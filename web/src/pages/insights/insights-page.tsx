import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activationQuery, answersQuery, usageQuery } from '../../backend/statistics.ts';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';
import { ActivationFigures } from './activation-figures.tsx';
import { AnswerRanking } from './answer-ranking.tsx';
import { firstAnswersQuery, Memory } from './memory.tsx';
import { UsageChart } from './usage-chart.tsx';

/**
 * Requests everything at once, and draws each part after those above it, so that no part pushes down what the user
 * reads.
 */
export function InsightsPage() {
  const memory = useInfiniteQuery(firstAnswersQuery);
  const answers = useQuery(answersQuery);
  const usage = useQuery(usageQuery);
  const activation = useQuery(activationQuery);
  return (
    <>
      <PageHeader title={t('nav.insights')} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        <Memory />
        <Part after={[memory]} of={answers}>
          {(known) => <AnswerRanking answers={known} />}
        </Part>
        <Part after={[memory, answers]} of={usage}>
          {(known) => <UsageChart usage={known} />}
        </Part>
        <Part after={[memory, answers, usage]} of={activation}>
          {(known) => <ActivationFigures activation={known} />}
        </Part>
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
