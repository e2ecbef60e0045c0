import type { Activation } from '../../../backend/statistics.ts';
import { Section } from '../../../design/page.tsx';
import { duration, number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

export function ActivationFigures({ activation }: { activation: Activation }) {
  const first = activation.time_to_first_ticket_minutes;
  const taken = activation.time_to_first_dev_assignment_minutes;
  const target = activation.first_dev_assignment_under_30m;
  return (
    <Section title={t('insights.activation')}>
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-3">
        <Figure label={t('insights.users')} value={number(activation.users_total)} />
        <Figure
          label={t('insights.withTicket')}
          value={number(activation.users_with_first_ticket)}
          share={activation.users_total > 0 ? activation.users_with_first_ticket / activation.users_total : undefined}
        />
        <Figure
          label={t('insights.withAssignment')}
          value={number(activation.users_with_first_dev_assignment)}
          share={
            activation.users_total > 0 ? activation.users_with_first_dev_assignment / activation.users_total : undefined
          }
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

interface FigureProps {
  label: string;
  value: string;
  note?: string | undefined;
  share?: number | undefined;
}

function Figure({ label, value, note, share }: FigureProps) {
  return (
    <div className="flex flex-col bg-surface px-4 py-4 md:px-5">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className="order-1 text-2xl font-semibold tabular-nums">{value}</dd>
      {(note || share !== undefined) && (
        <dd className="order-3 mt-1 text-xs text-muted">{note ?? `${number((share ?? 0) * 100, 0)}%`}</dd>
      )}
      {share !== undefined && (
        <dd aria-hidden="true" className="order-4 mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </dd>
      )}
    </div>
  );
}
