import { useQuery } from '@tanstack/react-query';
import { activationQuery, usageQuery } from '../../../backend/statistics.ts';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { ActivationFigures } from './activation-figures.tsx';
import { UsageChart } from './usage-chart.tsx';

/** How the app is used: whether people have found it, and what they do with it. */
export function Telemetry() {
  const usage = useQuery(usageQuery);
  const activation = useQuery(activationQuery);
  if (usage.isPending || activation.isPending) return <Skeleton lines={8} />;
  if (!usage.data || !activation.data)
    return (
      <LoadFailed
        error={usage.error ?? activation.error}
        onRetry={() => {
          usage.refetch();
          activation.refetch();
        }}
      />
    );
  return (
    <>
      <UsageChart usage={usage.data} />
      <ActivationFigures activation={activation.data} />
    </>
  );
}
