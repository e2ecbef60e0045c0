import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { developerHomeQuery } from '../../backend/home.ts';
import { queryClient } from '../../backend/query-client.ts';
import { settingsQuery } from '../../backend/settings.ts';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useMe } from '../../session/me.ts';
import { today } from '../../texts/dates.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { TicketLists } from './ticket-lists.tsx';

/** With all that a step shows when it opens: what came later would push down what is below it. */
const FirstSteps = onDemand(async () => {
  const settings = queryClient.prefetchQuery(settingsQuery);
  const [page] = await Promise.all([import('./first-steps/first-steps.tsx'), loadTexts('firstSteps'), settings]);
  return page.FirstSteps;
});

export function DeveloperHome() {
  const showsFirstSteps = useFirstSteps();
  const me = useMe();
  const { data: home, error, refetch } = useQuery(developerHomeQuery(today()));
  const isBegun =
    home !== undefined && (home.closed_today > 0 || Object.values(home.lists).some(({ count }) => count > 0));
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        {error && !home ? (
          <LoadFailed error={error} onRetry={() => refetch()} />
        ) : showsFirstSteps === undefined || !home ? (
          <Skeleton lines={8} />
        ) : (
          // All at once: what comes later would push the rest down.
          <Suspense fallback={<Skeleton lines={8} />}>
            {showsFirstSteps && <FirstSteps isBar={isBegun} />}
            {(isBegun || !showsFirstSteps) && <TicketLists home={home} asks={!showsFirstSteps} />}
          </Suspense>
        )}
      </div>
    </>
  );
}
