import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { developerHomeQuery, reporterHomeQuery } from '../../backend/home.ts';
import { noticePagesQuery } from '../../backend/notices.ts';
import { queryClient } from '../../backend/query-client.ts';
import { settingsQuery } from '../../backend/settings.ts';
import { type SetupSteps, setupStepsQuery } from '../../backend/setup-steps.ts';
import { OPEN_STATUSES } from '../../backend/tickets.ts';
import { buttonClass } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { local } from '../../storage.ts';
import { today } from '../../texts/dates.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { WithPeek } from '../../ticket/peek/with-peek.tsx';
import { type MatchingTickets, matchingIn } from '../../tickets/filtering/found-tickets.ts';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import { TicketLists } from './ticket-lists.tsx';

export function HomePage() {
  const developer = useIsDeveloper();
  return <WithPeek>{developer ? <DeveloperHome /> : <ReporterHome />}</WithPeek>;
}

/** With all that a step shows when it opens: what came later would push down what is below it. */
const FirstSteps = onDemand(async () => {
  const settings = queryClient.prefetchQuery(settingsQuery);
  const [page] = await Promise.all([import('./first-steps/first-steps.tsx'), loadTexts('firstSteps'), settings]);
  return page.FirstSteps;
});

const NewAnswers = onDemand(async () => (await import('./new-answers.tsx')).NewAnswers);

function DeveloperHome() {
  const showsFirstSteps = useFirstSteps();
  const me = useMe();
  const { data: home, error, refetch } = useQuery(developerHomeQuery(today()));
  const isBegun =
    home !== undefined && (home.closed_today > 0 || Object.values(home.lists).some(({ count }) => count > 0));
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        {error && !home ? (
          <LoadFailed error={error} onRetry={() => refetch()} />
        ) : showsFirstSteps === undefined || !home ? (
          <Skeleton lines={8} />
        ) : (
          // All at once: what comes later would push the rest down.
          <PartPlace fallback={<Skeleton lines={8} />}>
            {showsFirstSteps && <FirstSteps isBar={isBegun} />}
            {(isBegun || !showsFirstSteps) && <TicketLists home={home} asks={!showsFirstSteps} />}
          </PartPlace>
        )}
      </div>
    </>
  );
}

/** Local storage has it on a device that need not ask any more: the steps are done, or put away. */
const OVER = 'kwit.first-steps-over';

const isDone = ({ steps }: SetupSteps): boolean => Object.values(steps).every((done) => done);

/** Whether this device knows that the steps are over. */
const isOverHere = (): boolean => local.get(OVER) !== null;

/** Remembers on this device that the steps are over, or are not. */
function rememberOver(over: boolean): void {
  if (over) local.set(OVER, 'true');
  else local.remove(OVER);
}

/**
 * Whether Home shows the first steps; undefined until that is known. When the last of them is done they stay until the
 * user leaves. Home does without them when the service does not answer.
 */
export function useFirstSteps(): boolean | undefined {
  const [isOver] = useState(isOverHere);
  const [hasShown, setHasShown] = useState(false);
  const { data, isPending } = useQuery({ ...setupStepsQuery, enabled: !isOver });
  useEffect(() => {
    if (data) rememberOver(data.is_put_away || isDone(data));
  }, [data]);
  if (isOver) return false;
  if (isPending) return undefined;
  if (!data || data.is_put_away) return false;
  if (!isDone(data) && !hasShown) setHasShown(true);
  return hasShown || !isDone(data);
}

const WAITING: TicketSearch = { status: 'waiting' };
const OTHERS: TicketSearch = { status: OPEN_STATUSES.filter((status) => status !== 'waiting').join(',') };
const CLOSED: TicketSearch = { status: 'closed' };

function ReporterHome() {
  const me = useMe();
  const { data: home, error, refetch } = useQuery(reporterHomeQuery);
  const unread = useInfiniteQuery(noticePagesQuery(true));
  const notices = unread.data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = matchingIn(home?.lists.waiting, WAITING, me.id);
  const others = matchingIn(home?.lists.open, OTHERS, me.id);
  const closed = matchingIn(home?.lists.answered, CLOSED, me.id);
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 p-4 md:p-6">
        <Link
          to="/new"
          className="flex items-center gap-4 rounded-2xl bg-accent px-5 py-5 text-on-accent transition-colors hover:bg-accent-strong md:px-7 md:py-6"
        >
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-on-accent text-accent">
            <Icon name="plus" size={24} />
          </span>
          <span>
            <span className="block text-lg font-semibold">{t('home.report')}</span>
            <span className="block text-sm">{t('home.reportLead')}</span>
          </span>
        </Link>
        {error && !home ? (
          <LoadFailed error={error} onRetry={() => refetch()} />
        ) : !waiting.tickets || unread.isPending ? (
          <Skeleton />
        ) : (
          <PartPlace fallback={<Skeleton />}>
            {notices.length > 0 && <NewAnswers notices={notices} />}
            {waiting.tickets.length > 0 && <Tickets title={t('home.waitingForYou')} found={waiting} search={WAITING} />}
            <Tickets title={t('home.open')} found={others} search={OTHERS} empty={t('home.nothingOpen')} />
            {closed.tickets && closed.tickets.length > 0 && (
              <Tickets title={t('home.answered')} found={closed} search={CLOSED} />
            )}
          </PartPlace>
        )}
      </div>
    </>
  );
}

interface TicketsProps {
  title: string;
  found: MatchingTickets;
  /** Which tickets the whole list has. */
  search: TicketSearch;
  empty?: string;
}

function Tickets({ title, found: matches, search, empty }: TicketsProps) {
  const { tickets = [], total } = matches;
  return (
    <Section
      title={title}
      count={total}
      aside={
        <Link to="/my" search={search} className={buttonClass('quiet', true)}>
          {t('home.all')}
        </Link>
      }
    >
      {total === 0 && empty && <Empty text={empty} />}
      {tickets.map((ticket) => (
        <TicketListItem key={ticket.id} ticket={ticket} />
      ))}
    </Section>
  );
}
