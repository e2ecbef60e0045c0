import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ENTRY_STATUSES } from '../../../../contract/words.ts';
import { outboxQuery, outboxStatsQuery, replayMany, runOutbox } from '../../backend/outbox.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { ShowMore } from '../../design/show-more.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { OutboxEntryRow } from './outbox-entry.tsx';
import { OutboxHealth } from './outbox-health.tsx';

const STATUSES = ['all', ...ENTRY_STATUSES] as const;

export function Outbox() {
  const { status, entry } = useSearch({ from: '/signed-in/admin/$section' });
  const navigate = useNavigate();
  const found = useInfiniteQuery(outboxQuery(ENTRY_STATUSES.find((one) => one === status)));
  const health = useQuery(outboxStatsQuery);
  const entries = found.data?.pages.flatMap((page) => page.items) ?? [];
  const go = (search: { status?: string; entry?: string }) =>
    navigate({ to: '/admin/$section', params: { section: 'outbox' }, search, replace: true, resetScroll: false });
  // The health is above the entries and would push them down.
  if (health.isPending) return <Skeleton lines={8} />;
  return (
    <>
      <OutboxHealth found={health} />
      <Section title={t('outbox.entries')} aside={<Actions failed={health.data?.queue.failed ?? 0} />}>
        <div className="border-b border-line p-3 md:px-5">
          <ChoiceChips
            legend={t('outbox.filter')}
            value={STATUSES.find((one) => one === status) ?? 'all'}
            onChoose={(next: (typeof STATUSES)[number]) => go(next === 'all' ? {} : { status: next })}
            choices={STATUSES.map((value) => ({ value, label: t(`outboxStatus.${value}`) }))}
          />
        </div>
        {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
        {found.isPending && <Skeleton />}
        {found.data && entries.length === 0 && <Empty text={t(status ? 'outbox.empty' : 'outbox.none')} />}
        <ul>
          {entries.map((one) => (
            <OutboxEntryRow
              key={one.id}
              entry={one}
              open={one.id === entry}
              onToggle={() => go({ ...(status ? { status } : {}), ...(one.id === entry ? {} : { entry: one.id }) })}
            />
          ))}
        </ul>
        <ShowMore pages={found} />
      </Section>
    </>
  );
}

function Actions({ failed }: { failed: number }) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['outbox'] });
  const onError = (error: unknown) => toastRefusal(error);
  const run = useMutation({
    mutationFn: runOutbox,
    onSettled,
    onError,
    onSuccess: ({ summary }) =>
      toast({
        text: t(
          'outbox.ran',
          Object.fromEntries(Object.entries(summary).map(([name, count]) => [name, number(count, 0)])),
        ),
      }),
  });
  const replayAll = useMutation({
    mutationFn: () => replayMany({ status: 'failed' }),
    onSettled,
    onError,
    onSuccess: ({ count }) => toast({ text: t('outbox.replayed', { count }) }),
  });
  return (
    <>
      {failed > 0 && (
        <Button small look="quiet" icon="refresh" busy={replayAll.isPending} onClick={() => replayAll.mutate()}>
          {t('outbox.replayAll', { count: failed })}
        </Button>
      )}
      <Button small icon="send" busy={run.isPending} onClick={() => run.mutate()}>
        {t('outbox.run')}
      </Button>
    </>
  );
}
