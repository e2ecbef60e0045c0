import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { activationQuery, summariesQuery, usageQuery } from '../../backend/statistics.ts'
import { Failed, Skeleton } from '../../design/feedback.tsx'
import { PageHead } from '../../design/page.tsx'
import { t } from '../../texts/texts.ts'
import { ActivationFigures } from './activation-figures.tsx'
import { Memory } from './memory.tsx'
import { UsageChart } from './usage-chart.tsx'

/** All is asked for at once, and each part is drawn when those above it stand: nothing that is read is pushed down. */
export function InsightsPage() {
  const memory = useInfiniteQuery(summariesQuery)
  const usage = useQuery(usageQuery)
  const activation = useQuery(activationQuery)
  return (
    <>
      <PageHead title={t('nav.insights')} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        <Memory />
        {!memory.isPending && (
          <>
            {usage.isPending && <Skeleton />}
            {usage.data && <UsageChart usage={usage.data} />}
            {usage.error && !usage.data && <Failed error={usage.error} onRetry={() => usage.refetch()} />}
            {!usage.isPending && activation.data && <ActivationFigures activation={activation.data} />}
          </>
        )}
      </div>
    </>
  )
}
