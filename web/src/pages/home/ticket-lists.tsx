import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { HomeForDevelopers } from '../../../../contract/home.ts';
import type { DeveloperHomeLists } from '../../backend/home.ts';
import { answeredQuery } from '../../backend/statistics.ts';
import { OPEN_STATUSES, type TicketSummary } from '../../backend/tickets.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { useMe } from '../../session/me.ts';
import { local } from '../../storage.ts';
import { t } from '../../texts/texts.ts';
import { useTicketKeys } from '../../ticket/peek/ticket-keys.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { type MatchingTickets, matchingIn } from '../../tickets/filtering/found-tickets.ts';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';

const LONGEST_FIRST = { sort: 'awaiting_reply_since', order: 'asc' } as const;
const AWAITING: TicketSearch = { awaiting: '1' };

/** The lists of the page in their order, each with the search for all of it. Those of the team are folded. */
const DUE_FIRST = { sort: 'due_at', order: 'asc' } as const;
const LISTS = {
  missed: { due: 'missed' },
  due_today: { due: 'today' },
  awaiting_me: { ...AWAITING, assignee: 'me' },
  queue: { assignee: 'me', status: OPEN_STATUSES.filter((status) => status !== 'submitted').join(',') },
  awaiting: AWAITING,
  live: { live: '1' },
  to_verify: { status: 'submitted' },
  overdue: { when: 'overdue' },
  blocked: { status: 'blocked', when: 'stuck' },
} satisfies Record<keyof DeveloperHomeLists, TicketSearch>;
const DUE = ['missed', 'due_today'] as const;
const OF_TEAM = ['awaiting', 'live', 'to_verify', 'overdue', 'blocked'] as const;
type TeamList = (typeof OF_TEAM)[number];
const TEXTS = {
  awaiting: 'awaiting',
  live: 'live',
  to_verify: 'toVerify',
  overdue: 'overdue',
  blocked: 'blockedLong',
} as const;
const EMPTY = {
  awaiting: 'awaitingEmpty',
  live: 'liveEmpty',
  to_verify: 'toVerifyEmpty',
  overdue: 'overdueEmpty',
  blocked: 'blockedEmpty',
} as const;

/** Lists that say, where they are empty, that everybody has an answer in time. */
const CLAIMS: readonly TeamList[] = ['awaiting', 'overdue'];

type FoundLists = Record<keyof typeof LISTS, MatchingTickets>;

const PLACE = 'kwit.home';

/** Which of the team's lists are unfolded on this device; on a new one, those in which somebody waits when nothing waits for the user. */
function useUnfolded(isFree: boolean) {
  const [unfolded, setUnfolded] = useState<readonly TeamList[]>(() => {
    const storedPlace = local.get(PLACE);
    if (storedPlace === null) return isFree ? ['awaiting', 'to_verify'] : [];
    return OF_TEAM.filter((name) => storedPlace.split(',').includes(name));
  });
  const toggle = (name: TeamList) => {
    const next = OF_TEAM.filter((candidate) => (candidate === name) !== unfolded.includes(candidate));
    local.set(PLACE, next.join(','));
    setUnfolded(next);
  };
  return { unfolded, toggle };
}

interface TicketListsProps {
  home: HomeForDevelopers;
  /** Whether the page asks what was answered without a ticket. */
  asks: boolean;
}

/** Tickets that wait for the user, then their queue, then the team's. A ticket stands once, in the first list that has it. */
export function TicketLists({ home, asks }: TicketListsProps) {
  const me = useMe().id;
  const lists = Object.fromEntries(
    Object.entries(LISTS).map(([name, search]) => [name, matchingIn(home.lists[name as TeamList], search, me)]),
  ) as FoundLists;
  const { awaiting_me: awaitingMe, queue } = lists;
  const { unfolded, toggle } = useUnfolded(awaitingMe.total === 0 && queue.total === 0);
  const shown = new Set<string>();
  const once = (name: keyof FoundLists): TicketSummary[] => {
    const tickets = lists[name].tickets?.filter(({ id }) => !shown.has(id)) ?? [];
    for (const { id } of tickets) shown.add(id);
    return tickets;
  };
  const due = DUE.map((name) => ({ name, tickets: once(name) }));
  const [waiting, own] = [once('awaiting_me'), once('queue')];
  const ofTeam = OF_TEAM.map((name) => ({ name, tickets: unfolded.includes(name) ? once(name) : [] }));
  const { current } = useTicketKeys([
    ...due.flatMap(({ tickets }) => tickets),
    ...waiting,
    ...own,
    ...ofTeam.flatMap(({ tickets }) => tickets),
  ]);
  const busy = ofTeam.filter(({ name }) => lists[name].total !== 0);
  // Empty lists of the team share one line, which says nothing else than the lists of what is due.
  const isDue = DUE.some((name) => lists[name].total !== 0);
  const quiet = OF_TEAM.filter((name) => lists[name].total === 0 && !(isDue && CLAIMS.includes(name)));
  return (
    <>
      {due.map(
        ({ name, tickets }) =>
          lists[name].total !== 0 && (
            <HomeSection
              key={name}
              title={t(name === 'missed' ? 'home.dueMissed' : 'home.dueToday')}
              count={lists[name].total}
              tickets={tickets}
              search={{ ...LISTS[name], ...DUE_FIRST }}
              current={current}
            />
          ),
      )}
      {awaitingMe.total !== 0 && (
        <HomeSection
          title={t('home.awaitingMe')}
          count={awaitingMe.total}
          tickets={waiting}
          search={{ ...LISTS.awaiting_me, ...LONGEST_FIRST }}
          current={current}
        />
      )}
      <HomeSection title={t('home.queue')} count={queue.total} tickets={own} search={LISTS.queue} current={current}>
        {queue.total === 0 && (
          <Empty
            text={t('home.queueEmpty')}
            action={
              lists.to_verify.total !== 0 && (
                <Link to="/tickets" search={LISTS.to_verify} className={buttonClass()}>
                  {t('home.toVerify')}
                </Link>
              )
            }
          />
        )}
      </HomeSection>
      <h2 className="-mb-2 px-1 text-sm font-medium text-muted">{t('home.team')}</h2>
      <div className="flex flex-col gap-2">
        {busy.map(({ name, tickets }) => (
          <HomeSection
            key={name}
            title={t(`home.${TEXTS[name]}`)}
            count={lists[name].total}
            tickets={tickets}
            search={{ ...LISTS[name], ...(name === 'awaiting' ? LONGEST_FIRST : {}) }}
            fold={{ isOpen: unfolded.includes(name), onToggle: () => toggle(name) }}
            trail={name === 'to_verify' ? (ticket) => <AcceptButton ticket={ticket} /> : undefined}
            current={current}
          />
        ))}
        {quiet.length > 0 && (
          <p className="px-1 text-sm text-muted">{quiet.map((name) => t(`home.${EMPTY[name]}`)).join(' ')}</p>
        )}
      </div>
      <Told closedToday={home.closed_today} asks={asks} />
    </>
  );
}

interface HomeSectionProps {
  title: string;
  /** How many there are in all; undefined while the page loads it. */
  count: number | undefined;
  tickets: TicketSummary[];
  search: TicketSearch;
  fold?: { isOpen: boolean; onToggle: () => void };
  trail?: ((ticket: TicketSummary) => ReactNode) | undefined;
  /** The ticket that J and K have reached. */
  current: TicketSummary | undefined;
  children?: ReactNode;
}

function HomeSection({ title, count, tickets, search, fold, trail, current, children }: HomeSectionProps) {
  const { peek, open } = usePeek();
  return (
    <Section
      title={title}
      count={count}
      {...(fold ? { fold } : {})}
      aside={
        <Link to="/tickets" search={search} className={buttonClass('quiet', true)}>
          {t('home.all')}
          <span className="sr-only">: {title}</span>
        </Link>
      }
    >
      {children}
      {!fold && tickets.length === 0 && (count ?? 0) > 0 && (
        <p className="px-4 py-3 text-sm text-muted md:px-5">{t('home.above')}</p>
      )}
      {tickets.map((ticket) => (
        <TicketListItem
          key={ticket.id}
          ticket={ticket}
          current={ticket.id === current?.id || ticket.number === peek}
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

/** The tickets that were closed today, below everything that is to be done. */
function Told({ closedToday, asks }: { closedToday: number; asks: boolean }) {
  const answered = useQuery({ ...answeredQuery, enabled: asks }).data?.answered_without_ticket;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-1 text-sm text-muted">
      <Link to="/tickets" search={{ when: 'closed_today' }} className="underline-offset-2 hover:underline">
        {t('home.closedToday', { count: closedToday })}
      </Link>
      {answered !== undefined && answered > 0 && (
        <Link to="/insights" className="underline-offset-2 hover:underline">
          {t('home.answeredThisMonth', { count: answered })}
        </Link>
      )}
    </p>
  );
}
