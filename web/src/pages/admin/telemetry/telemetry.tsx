import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TELEMETRY, type TelemetryKey } from '../../../../../contract/words.ts';
import { type Activation, activationQuery, type Usage, usageQuery } from '../../../backend/statistics.ts';
import { Chart } from '../../../design/chart.tsx';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { Figure } from '../../../design/figure.tsx';
import { Section } from '../../../design/page.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { ago, day, duration, number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

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

function ActivationFigures({ activation }: { activation: Activation }) {
  const first = activation.time_to_first_ticket_minutes;
  const taken = activation.time_to_first_dev_assignment_minutes;
  const target = activation.first_dev_assignment_under_30m;
  const ofAll = (count: number) => {
    const share = count / activation.users_total;
    return activation.users_total > 0 ? { share, note: `${number(share * 100, 0)}%` } : {};
  };
  return (
    <Section title={t('insights.activation')}>
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-3">
        <Figure label={t('insights.users')} value={number(activation.users_total)} />
        <Figure
          label={t('insights.withTicket')}
          value={number(activation.users_with_first_ticket)}
          {...ofAll(activation.users_with_first_ticket)}
        />
        <Figure
          label={t('insights.withAssignment')}
          value={number(activation.users_with_first_dev_assignment)}
          {...ofAll(activation.users_with_first_dev_assignment)}
        />
        <Figure
          label={t('insights.firstTicket')}
          value={duration(first.median_minutes)}
          note={average(first.avg_minutes)}
        />
        <Figure
          label={t('insights.firstAssignment')}
          value={duration(taken.median_minutes)}
          note={average(taken.avg_minutes)}
        />
        <Figure
          label={t('insights.within30')}
          value={target.within_target_percent === null ? '–' : `${number(target.within_target_percent)}%`}
          share={target.within_target_percent === null ? undefined : target.within_target_percent / 100}
          note={t('insights.ofSample', { part: target.within_target_count, count: target.sample_size })}
        />
      </dl>
    </Section>
  );
}

const average = (minutes: number | null) =>
  minutes === null ? undefined : t('insights.average', { value: duration(minutes) });

const EVENTS = Object.keys(TELEMETRY) as TelemetryKey[];

const COLORS: Record<TelemetryKey, string> = {
  ticket_created: 'info',
  ticket_closed: 'success',
  board_drag: 'violet',
  devtodo_reorder: 'warning',
  closure_summary_added: 'danger',
};
function UsageChart({ usage }: { usage: Usage }) {
  const days = useMemo(() => usage.daily_breakdown_14d.map((row) => row.date), [usage]);
  const series = useMemo(
    () =>
      EVENTS.map((event) => ({
        name: t(`event.${event}`),
        color: COLORS[event],
        values: usage.daily_breakdown_14d.map((row) => row[event]),
      })),
    [usage],
  );
  return (
    <Section title={t('insights.usage')}>
      <div className="p-4 md:p-5">
        <Chart label={t('insights.chart')} days={days} series={series} />
      </div>
      <Table
        caption={t('insights.last30')}
        heads={[t('insights.event'), t('insights.count'), t('insights.people'), t('insights.last')]}
        numeric={[1, 2]}
      >
        {EVENTS.map((event) => {
          const row = usage.events[event];
          return (
            <TableRow key={event}>
              <Cell>
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="size-2.5 shrink-0 rounded-full forced-color-adjust-none"
                    style={{ background: `var(--${COLORS[event]})` }}
                  />
                  {t(`event.${event}`)}
                </span>
              </Cell>
              <Cell numeric>{row.count_30d}</Cell>
              <Cell numeric>{row.unique_users_30d}</Cell>
              <Cell>{row.last_event_at ? ago(row.last_event_at) : '–'}</Cell>
            </TableRow>
          );
        })}
      </Table>
      <details className="border-t border-line">
        <summary className="px-4 py-3 text-sm font-medium text-muted md:px-5">{t('insights.byDay')}</summary>
        <Table
          caption={t('insights.byDay')}
          heads={[t('insights.day'), ...EVENTS.map((event) => t(`event.${event}`)), t('insights.total')]}
          numeric={[...EVENTS.keys()].map((place) => place + 1).concat(EVENTS.length + 1)}
        >
          {usage.daily_breakdown_14d.map((row) => (
            <TableRow key={row.date}>
              <Cell>{day(row.date)}</Cell>
              {EVENTS.map((event) => (
                <Cell key={event} numeric>
                  {row[event]}
                </Cell>
              ))}
              <Cell numeric>{row.total}</Cell>
            </TableRow>
          ))}
        </Table>
      </details>
    </Section>
  );
}
