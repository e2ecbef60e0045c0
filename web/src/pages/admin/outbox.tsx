import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ENTRY_STATUSES } from '../../../../contract/words.ts';
import {
  type OutboxDelivery,
  type OutboxEntry,
  type OutboxStats,
  outboxEntryQuery,
  outboxQuery,
  outboxStatsQuery,
  replay,
  replayMany,
  runOutbox,
} from '../../backend/outbox.ts';
import { peopleByIdQuery } from '../../backend/people.ts';
import { webhooksQuery } from '../../backend/webhooks.ts';
import { Ago } from '../../design/ago.tsx';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Figure } from '../../design/figure.tsx';
import { useAct } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { toast } from '../../design/toast.tsx';
import { ago, duration, moment, number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { Facts, FoldOut, HealthNote, linkToTicket, State, useSectionSearch } from './entries.tsx';

const STATUSES = ['all', ...ENTRY_STATUSES] as const;

export function Outbox() {
  const [{ status, entry }, go] = useSectionSearch('outbox');
  const query = useInfiniteQuery(outboxQuery(ENTRY_STATUSES.find((candidate) => candidate === status)));
  const health = useQuery(outboxStatsQuery);
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  // The health is above the entries and would push them down.
  if (health.isPending) return <Skeleton lines={8} />;
  return (
    <>
      <OutboxHealth found={health} />
      <Section title={t('outbox.entries')} aside={<Actions failed={health.data?.queue.failed ?? 0} />}>
        <div className="border-b border-line p-3 md:px-5">
          <ChoiceChips
            legend={t('outbox.filter')}
            value={STATUSES.find((item) => item === status) ?? 'all'}
            onChoose={(next: (typeof STATUSES)[number]) => go({ status: next === 'all' ? undefined : next })}
            choices={STATUSES.map((value) => ({ value, label: t(`outboxStatus.${value}`) }))}
          />
        </div>
        {!query.data && <Pending query={query} />}
        {query.data && entries.length === 0 && <Empty text={t(status ? 'outbox.empty' : 'outbox.none')} />}
        <ul>
          {entries.map((otherEntry) => (
            <OutboxEntryRow
              key={otherEntry.id}
              entry={otherEntry}
              open={otherEntry.id === entry}
              onToggle={() => go({ status, entry: otherEntry.id === entry ? undefined : otherEntry.id })}
            />
          ))}
        </ul>
        <ShowMore pages={query} />
      </Section>
    </>
  );
}

function Actions({ failed }: { failed: number }) {
  const run = useAct(async () => {
    const { summary } = await runOutbox();
    const counts = Object.entries(summary).map(([name, count]) => [name, number(count, 0)]);
    toast({ text: t('outbox.ran', Object.fromEntries(counts)) });
  }, ['outbox']);
  const replayAll = useAct(async () => {
    const { count } = await replayMany({ status: 'failed' });
    toast({ text: t('outbox.replayed', { count }) });
  }, ['outbox']);
  return (
    <>
      {failed > 0 && (
        <Button small look="quiet" icon="refresh" busy={replayAll.busy} onClick={replayAll.act}>
          {t('outbox.replayAll', { count: failed })}
        </Button>
      )}
      <Button small icon="send" busy={run.busy} onClick={run.act} data-reach="deliver">
        {t('outbox.run')}
      </Button>
    </>
  );
}

function OutboxHealth({ found: stats }: { found: UseQueryResult<OutboxStats> }) {
  if (!stats.data) return <LoadFailed error={stats.error} onRetry={() => stats.refetch()} />;
  const { queue, health, runtime } = stats.data;
  const well = health.status === 'ok';
  const age = queue.oldest_pending_age_seconds;
  return (
    <Section title={t('admin.outbox')}>
      <HealthNote well={well} title={well ? t('outbox.healthy') : t('outbox.unhealthy')}>
        {health.warnings.map((flag) => (
          <p key={flag}>{t(`outboxFlag.${flag}`)}</p>
        ))}
      </HealthNote>
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line sm:grid-cols-4">
        <Figure
          slim
          label={t('outboxStatus.pending')}
          value={number(queue.pending, 0)}
          note={age ? t('outbox.oldest', { age: duration(age / 60) }) : undefined}
        />
        <Figure slim label={t('outboxStatus.processing')} value={number(queue.processing, 0)} />
        <Figure
          slim
          label={t('outboxStatus.failed')}
          value={<span className={queue.failed > 0 ? 'text-danger' : ''}>{number(queue.failed, 0)}</span>}
        />
        <Figure slim label={t('outboxStatus.sent')} value={number(queue.sent, 0)} />
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

const TONES: Record<OutboxEntry['status'] | OutboxDelivery['status'], string> = {
  delivered: 'bg-success-soft text-success',
  pending: 'bg-warning-soft text-warning',
  processing: 'bg-info-soft text-info',
  failed: 'bg-danger-soft text-danger',
  sent: 'bg-success-soft text-success',
  not_sent: 'bg-surface text-muted',
  bounced: 'bg-danger-soft text-danger',
};

function OutboxEntryRow({ entry, open, onToggle }: { entry: OutboxEntry; open: boolean; onToggle: () => void }) {
  return (
    <FoldOut open={open} onClick={onToggle} detail={<EntryDetail entry={entry} />}>
      <State tone={TONES[entry.status]}>{t(`outboxStatus.${entry.status}`)}</State>
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
      <Ago at={entry.occurred_at} className="min-w-20 shrink-0 text-right text-xs text-muted" />
    </FoldOut>
  );
}

function EntryDetail({ entry }: { entry: OutboxEntry }) {
  const query = useQuery(outboxEntryQuery(entry.id));
  const again = useAct(async () => {
    await replay(entry.id);
    toast({ text: t('outbox.replayed', { count: 1 }) });
  }, ['outbox']);
  if (!query.data) return <Pending query={query} lines={2} />;
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-sunken px-4 py-3 md:px-5">
      <Facts
        look="font-mono"
        facts={[
          [t('outbox.ticket'), linkToTicket(entry.ticket_number)],
          [t('outbox.id'), entry.event_id],
          [t('outbox.seq'), entry.seq],
          [t('outbox.attempts'), entry.attempts],
          [t('outbox.next'), entry.next_attempt_at && moment(entry.next_attempt_at)],
          [t('outbox.request'), entry.correlation_id],
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs">
        {JSON.stringify(query.data.payload, null, 2)}
      </pre>
      <EntryDeliveries deliveries={query.data.deliveries} />
      {(entry.status === 'failed' || entry.status === 'sent') && (
        <div>
          <Button small icon="refresh" busy={again.busy} onClick={again.act}>
            {t('outbox.replay')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The beginning of a mail's destination; the id of a person follows. */
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
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className={`shrink-0 rounded-full px-2 leading-5 font-medium ${TONES[delivery.status]}`}>
            {t(`outboxStatus.${delivery.status}`)}
          </span>
          <span className="min-w-0 truncate font-mono">{nameOf(delivery.destination)}</span>
          <span className="text-muted">
            {t('outbox.attemptsCount', { count: delivery.attempts })}
            {delivery.delivered_at && ` · ${ago(delivery.delivered_at)}`}
            {delivery.next_attempt_at && ` · ${t('outbox.next')} ${moment(delivery.next_attempt_at)}`}
          </span>
          {delivery.last_error && <span className="w-full text-danger">{delivery.last_error}</span>}
        </li>
      ))}
    </ul>
  );
}
