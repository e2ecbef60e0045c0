import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type OutboxDelivery, type OutboxEntry, outboxEntryQuery, replay } from '../../backend/outbox.ts';
import { peopleByIdQuery } from '../../backend/people.ts';
import { webhooksQuery } from '../../backend/webhooks.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { ago, moment } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';

const TONES: Record<OutboxEntry['status'] | OutboxDelivery['status'], string> = {
  delivered: 'bg-success-soft text-success',
  pending: 'bg-warning-soft text-warning',
  processing: 'bg-info-soft text-info',
  failed: 'bg-danger-soft text-danger',
  sent: 'bg-success-soft text-success',
  not_sent: 'bg-surface text-muted',
  bounced: 'bg-danger-soft text-danger',
};

interface OutboxEntryRowProps {
  entry: OutboxEntry;
  open: boolean;
  onToggle: () => void;
}

export function OutboxEntryRow({ entry, open, onToggle }: OutboxEntryRowProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover md:px-5"
      >
        <Icon name="right" size={16} className={classes('text-muted transition-transform', open && 'rotate-90')} />
        <span className={`shrink-0 rounded-full px-2 text-xs leading-6 font-medium ${TONES[entry.status]}`}>
          {t(`outboxStatus.${entry.status}`)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate" title={entry.event_name}>
            {entry.ticket_number !== null && <span className="text-muted">#{entry.ticket_number} </span>}
            {maybeText(`outboxEvent.${entry.event_name.replace('.', '_')}`) ?? entry.event_name}
          </span>
          {entry.last_error && <span className="block truncate text-xs text-danger">{entry.last_error}</span>}
        </span>
        <span className="w-20 shrink-0 text-right text-xs text-muted tabular-nums max-md:hidden">
          {t('outbox.attemptsCount', { count: entry.attempts })}
        </span>
        <time
          dateTime={entry.occurred_at}
          title={moment(entry.occurred_at)}
          className="min-w-20 shrink-0 text-right text-xs text-muted"
        >
          {ago(entry.occurred_at)}
        </time>
      </button>
      {open && <EntryDetail entry={entry} />}
    </li>
  );
}

function EntryDetail({ entry }: { entry: OutboxEntry }) {
  const client = useQueryClient();
  const found = useQuery(outboxEntryQuery(entry.id));
  const again = useMutation({
    mutationFn: () => replay(entry.id),
    onSettled: () => client.invalidateQueries({ queryKey: ['outbox'] }),
    onSuccess: () => toast({ text: t('outbox.replayed', { count: 1 }) }),
    onError: (error) => toastRefusal(error),
  });
  if (found.error) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton lines={2} />;
  const facts: [string, ReactNode][] = [
    ...(entry.ticket_number === null ? [] : [ticketFact(entry.ticket_number)]),
    [t('outbox.id'), entry.event_id],
    [t('outbox.seq'), String(entry.seq)],
    [t('outbox.attempts'), String(entry.attempts)],
    ...(entry.next_attempt_at ? ([[t('outbox.next'), moment(entry.next_attempt_at)]] as [string, string][]) : []),
    [t('outbox.request'), entry.correlation_id],
  ];
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-sunken px-4 py-3 md:px-5">
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-mono">{value}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs">
        {JSON.stringify(found.data.payload, null, 2)}
      </pre>
      <EntryDeliveries deliveries={found.data.deliveries} />
      {(entry.status === 'failed' || entry.status === 'sent') && (
        <div>
          <Button small icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
            {t('outbox.replay')}
          </Button>
        </div>
      )}
    </div>
  );
}

const ticketFact = (number: number): [string, ReactNode] => [
  t('outbox.ticket'),
  <Link
    key="ticket"
    to="/t/$number"
    params={{ number: String(number) }}
    className="text-accent underline underline-offset-2"
  >
    #{number}
  </Link>,
];

/** What the destination of a mail begins with; the id of a person follows. */
const MAIL = 'mail:';

function EntryDeliveries({ deliveries }: { deliveries: OutboxDelivery[] }) {
  const mailed = deliveries.map(({ destination }) => destination).filter((destination) => destination.startsWith(MAIL));
  const people = useQuery(peopleByIdQuery(mailed.map((destination) => destination.slice(MAIL.length)))).data;
  const webhooks = useQuery(webhooksQuery).data;
  if (deliveries.length === 0) return <p className="text-xs text-muted">{t('outbox.nobody')}</p>;
  const nameOf = (destination: string) => {
    const [kind, id] = destination.split(':', 2);
    return kind === 'mail'
      ? (people?.find((person) => person.id === id)?.email ?? t('outbox.mail'))
      : (webhooks?.find((webhook) => webhook.id === id)?.url ?? t('admin.webhooks'));
  };
  return (
    <ul aria-label={t('outbox.deliveries')} className="flex flex-col gap-1.5 text-xs">
      {deliveries.map((one) => (
        <li key={one.id} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className={`shrink-0 rounded-full px-2 leading-5 font-medium ${TONES[one.status]}`}>
            {t(`outboxStatus.${one.status}`)}
          </span>
          <span className="min-w-0 truncate font-mono">{nameOf(one.destination)}</span>
          <span className="text-muted">
            {t('outbox.attemptsCount', { count: one.attempts })}
            {one.delivered_at && ` · ${ago(one.delivered_at)}`}
            {one.next_attempt_at && ` · ${t('outbox.next')} ${moment(one.next_attempt_at)}`}
          </span>
          {one.last_error && <span className="w-full text-danger">{one.last_error}</span>}
        </li>
      ))}
    </ul>
  );
}
