import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { type DeveloperHomeLists, developerHomeQuery } from '../../backend/home.ts';
import { queryClient } from '../../backend/query-client.ts';
import { settingsQuery } from '../../backend/settings.ts';
import { OPEN_STATUSES, type TicketSummary } from '../../backend/tickets.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { useMe } from '../../session/me.ts';
import { today } from '../../texts/dates.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { type FoundTickets, foundIn } from '../../tickets/filtering/found-tickets.ts';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import { useFirstSteps } from './first-steps/use-first-steps.ts';

const SHOWN = 8;
const AWAITING: TicketSearch = { awaiting: '1' };
const AWAITING_ME: TicketSearch = { ...AWAITING, assignee: 'me' };
type Found = Pick<FoundTickets, 'tickets' | 'total'>;

const LONGEST_FIRST = { sort: 'awaiting_reply_since', order: 'asc' } as const;
const QUEUE: TicketSearch = { assignee: 'me', status: OPEN_STATUSES.filter((one) => one !== 'submitted').join(',') };
const TO_VERIFY: TicketSearch = { status: 'submitted' };
const OVERDUE: TicketSearch = { when: 'overdue' };
const BLOCKED: TicketSearch = { status: 'blocked', when: 'stuck' };

/** With all that a step shows when it opens: what came later would push down what is below it. */
const FirstSteps = lazy(async () => {
  const settings = queryClient.prefetchQuery(settingsQuery);
  const [page] = await Promise.all([import('./first-steps/first-steps.tsx'), loadTexts('admin'), settings]);
  return { default: page.FirstSteps };
});

export function DeveloperHome() {
  const showsFirstSteps = useFirstSteps();
  const me = useMe();
  const { data: home, error, refetch } = useQuery(developerHomeQuery(today()));
  const found = (name: keyof DeveloperHomeLists, search: TicketSearch) => foundIn(home?.lists[name], search, me.id);
  const awaiting = mineFirst(found('awaiting_me', AWAITING_ME), found('awaiting', AWAITING));
  const queue = found('queue', QUEUE);
  const toVerify = found('to_verify', TO_VERIFY);
  const overdue = found('overdue', OVERDUE);
  const blocked = found('blocked', BLOCKED);
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6">
        {error && !home ? (
          <LoadFailed error={error} onRetry={() => refetch()} />
        ) : showsFirstSteps === undefined || !home ? (
          <Skeleton lines={8} />
        ) : (
          // All at once: what comes later would push the rest down.
          <Suspense fallback={<Skeleton lines={8} />}>
            {showsFirstSteps && <FirstSteps />}
            <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
              <Figure
                label={t('home.awaiting')}
                value={awaiting.total}
                search={{ ...AWAITING, ...LONGEST_FIRST }}
                alarming
              />
              <Figure label={t('home.queue')} value={queue.total} search={QUEUE} />
              <Figure label={t('home.toVerify')} value={toVerify.total} search={TO_VERIFY} />
              <Figure label={t('home.overdue')} value={overdue.total} search={OVERDUE} alarming />
              <Figure label={t('home.blocked')} value={blocked.total} search={BLOCKED} alarming />
              <Figure label={t('home.closedToday')} value={home.closed_today} search={{ when: 'closed_today' }} />
            </div>
            {awaiting.total !== 0 && (
              <HomeSection title={t('home.awaiting')} found={awaiting} search={{ ...AWAITING, ...LONGEST_FIRST }} />
            )}
            <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
              <HomeSection
                title={t('home.queue')}
                found={queue}
                empty={t('home.queueEmpty')}
                action={
                  toVerify.total !== 0 && (
                    <Link to="/tickets" search={TO_VERIFY} className={buttonClass()}>
                      {t('home.toVerify')}
                    </Link>
                  )
                }
                search={QUEUE}
              />
              <HomeSection
                title={t('home.toVerify')}
                found={toVerify}
                empty={t('home.toVerifyEmpty')}
                search={TO_VERIFY}
                trail={(ticket) => <AcceptButton ticket={ticket} />}
              />
              <HomeSection title={t('home.overdue')} found={overdue} empty={t('home.overdueEmpty')} search={OVERDUE} />
              <HomeSection
                title={t('home.blockedLong')}
                found={blocked}
                empty={t('home.blockedEmpty')}
                search={BLOCKED}
              />
            </div>
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Who waits for the user, the longest first, then who waits for others. */
function mineFirst({ tickets: mine = [] }: Found, { tickets = [], total }: Found): Found {
  const others = tickets.filter(({ id }) => !mine.some((one) => one.id === id));
  return { tickets: [...mine, ...others].slice(0, SHOWN), total };
}

function Figure({
  label,
  value,
  search,
  alarming,
}: {
  label: string;
  /** Undefined while the page loads it. */
  value: number | undefined;
  search: TicketSearch;
  alarming?: boolean;
}) {
  return (
    <Link
      to="/tickets"
      search={search}
      className="rounded-xl border border-line bg-surface px-4 py-3 hover:border-line-strong"
    >
      <span className={`block text-2xl font-semibold tabular-nums ${alarming && value ? 'text-danger' : ''}`}>
        {value ?? '–'}
      </span>
      <span className="block text-sm text-muted">{label}</span>
    </Link>
  );
}

interface PartProps {
  title: string;
  found: Found;
  /** Said when there is none. */
  empty?: string;
  /** What the user may do instead when the list is empty. */
  action?: ReactNode;
  search: TicketSearch;
  trail?: (ticket: TicketSummary) => ReactNode;
}

function HomeSection({ title, found, empty, action, search, trail }: PartProps) {
  const { open } = usePeek();
  const { tickets = [], total } = found;
  return (
    <Section
      title={title}
      count={total}
      aside={
        <Link to="/tickets" search={search} className={buttonClass('quiet', true)}>
          {t('home.all')}
        </Link>
      }
    >
      {total === 0 && empty && <Empty icon="check" text={empty} action={action} />}
      {tickets.map((ticket) => (
        <TicketListItem
          key={ticket.id}
          ticket={ticket}
          onOpen={() => open(ticket.number)}
          trail={trail?.(ticket)}
          slim={trail !== undefined}
        />
      ))}
    </Section>
  );
}

function AcceptButton({ ticket }: { ticket: TicketSummary }) {
  const change = useChangeTicket();
  if (!ticket.can.change_status) return null;
  return (
    <Button small onClick={() => change(ticket, { status: 'verified' })}>
      {t('action.verify')}
      <span className="sr-only"> #{ticket.number}</span>
    </Button>
  );
}
