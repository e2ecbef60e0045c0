import type { UseQueryResult } from '@tanstack/react-query';
import type { OutboxStats } from '../../backend/outbox.ts';
import { LoadFailed } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { ago, duration, number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

export function OutboxHealth({ found }: { found: UseQueryResult<OutboxStats> }) {
  if (!found.data) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  const { queue, health, runtime } = found.data;
  const well = health.status === 'ok';
  const age = queue.oldest_pending_age_seconds;
  return (
    <Section title={t('admin.outbox')}>
      <div
        className={`flex items-start gap-3 px-4 py-3 text-sm md:px-5 ${well ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
      >
        <Icon name={well ? 'check' : 'warning'} />
        <div>
          <p className="font-semibold">{well ? t('outbox.healthy') : t('outbox.unhealthy')}</p>
          {health.warnings.map((flag) => (
            <p key={flag}>{t(`outboxFlag.${flag}`)}</p>
          ))}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line sm:grid-cols-4">
        <Figure
          label={t('outboxStatus.pending')}
          value={queue.pending}
          note={age ? t('outbox.oldest', { age: duration(age / 60) }) : undefined}
        />
        <Figure label={t('outboxStatus.processing')} value={queue.processing} />
        <Figure label={t('outboxStatus.failed')} value={queue.failed} alarming />
        <Figure label={t('outboxStatus.sent')} value={queue.sent} />
      </dl>
      <p className="border-t border-line px-4 py-2.5 text-sm text-muted md:px-5">
        {runtime.is_running ? t('outbox.running') : t('outbox.stopped')}
        {runtime.last_tick_at && ` · ${t('outbox.lastTick', { when: ago(runtime.last_tick_at) })}`}
        {` · ${t('outbox.totals', { sent: number(runtime.succeeded_total, 0), retried: number(runtime.retried_total, 0), dead: number(runtime.dead_letter_total, 0) })}`}
      </p>
      {runtime.last_error && (
        <p className="border-t border-line px-4 py-2.5 font-mono text-xs text-danger md:px-5">{runtime.last_error}</p>
      )}
    </Section>
  );
}

function Figure({
  label,
  value,
  note,
  alarming,
}: {
  label: string;
  value: number;
  note?: string | undefined;
  alarming?: boolean;
}) {
  return (
    <div className="flex flex-col bg-surface px-4 py-3 md:px-5">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className={`order-1 text-2xl font-semibold tabular-nums ${alarming && value > 0 ? 'text-danger' : ''}`}>
        {number(value, 0)}
      </dd>
      {note && <dd className="order-3 text-xs text-muted">{note}</dd>}
    </div>
  );
}
