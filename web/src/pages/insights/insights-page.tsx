import { useQuery } from '@tanstack/react-query'
import { activationQuery, usageQuery } from '../../backend/statistics.ts'
import { Failed, Skeleton } from '../../design/feedback.tsx'
import { PageHead } from '../../design/page.tsx'
import { t } from '../../texts/texts.ts'
import { ActivationFigures } from './activation-figures.tsx'
import { Memory } from './memory.tsx'
import { UsageChart } from './usage-chart.tsx'

export function InsightsPage() {
  const usage = useQuery(usageQuery)
  const activation = useQuery(activationQuery)
  const error = usage.error ?? activation.error
  return (
    <>
      <PageHead title={t('nav.insights')} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        <Memory />
        {error && !usage.data && <Failed error={error} onRetry={() => usage.refetch()} />}
        {usage.isPending && <Skeleton />}
        {usage.data && <UsageChart usage={usage.data} />}
        {activation.data && <ActivationFigures activation={activation.data} />}
      </div>
    </>
  )
}
