import { Suspense, useMemo } from 'react';
import { TELEMETRY, type TelemetryKey } from '../../../../../contract/words.ts';
import type { Usage } from '../../../backend/statistics.ts';
import { onDemand } from '../../../design/on-demand.tsx';
import { Section } from '../../../design/page.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { ago, day } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

const Chart = onDemand(async () => (await import('../../../design/chart.tsx')).Chart);

const EVENTS = Object.keys(TELEMETRY) as TelemetryKey[];

const COLORS: Record<TelemetryKey, string> = {
  ticket_created: 'info',
  ticket_closed: 'success',
  board_drag: 'violet',
  devtodo_reorder: 'warning',
  closure_summary_added: 'danger',
};
const DOTS: Record<TelemetryKey, string> = {
  ticket_created: 'bg-info',
  ticket_closed: 'bg-success',
  board_drag: 'bg-violet',
  devtodo_reorder: 'bg-warning',
  closure_summary_added: 'bg-danger',
};

export function UsageChart({ usage }: { usage: Usage }) {
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
        <Suspense fallback={<div className="min-h-65" />}>
          <Chart label={t('insights.chart')} days={days} series={series} />
        </Suspense>
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
                  <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${DOTS[event]}`} />
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
