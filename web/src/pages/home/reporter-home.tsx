import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reporterHomeQuery } from '../../backend/home.ts';
import { type Notice, noticePagesQuery, readNotices } from '../../backend/notices.ts';
import { OPEN_STATUSES } from '../../backend/tickets.ts';
import { buttonClass } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { type MatchingTickets, matchingIn } from '../../tickets/filtering/found-tickets.ts';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { newAnswers } from '../../tickets/noticing/notice.ts';
import { NoticeItem } from '../../tickets/noticing/notice-item.tsx';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';

const ANSWERED_SHOWN = 5;
const WAITING: TicketSearch = { status: 'waiting' };
const OTHERS: TicketSearch = { status: OPEN_STATUSES.filter((one) => one !== 'waiting').join(',') };
const CLOSED: TicketSearch = { status: 'closed' };

export function ReporterHome() {
  const me = useMe();
  const { data: home, error, refetch } = useQuery(reporterHomeQuery);
  const unread = useInfiniteQuery(noticePagesQuery(true));
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
          <>
            <NewAnswers notices={unread.data?.pages.flatMap(({ items }) => items) ?? []} />
            {waiting.tickets.length > 0 && <Tickets title={t('home.waitingForYou')} found={waiting} search={WAITING} />}
            <Tickets title={t('home.open')} found={others} search={OTHERS} empty={t('home.nothingOpen')} />
            {closed.tickets && closed.tickets.length > 0 && (
              <Tickets title={t('home.answered')} found={closed} search={CLOSED} />
            )}
          </>
        )}
      </div>
    </>
  );
}

/** What was answered and not read yet. */
function NewAnswers({ notices }: { notices: readonly Notice[] }) {
  const client = useQueryClient();
  const answers = newAnswers(notices);
  if (answers.length === 0) return null;
  return (
    <Section
      title={t('home.newAnswers')}
      count={answers.length}
      aside={
        <Link to="/inbox" className={buttonClass('quiet', true)}>
          {t('nav.inbox')}
        </Link>
      }
    >
      {answers.slice(0, ANSWERED_SHOWN).map((notice) => (
        <NoticeItem
          key={notice.id}
          notice={notice}
          onMark={() => readNotices(client, [notice.id]).catch(toastRefusal)}
        />
      ))}
    </Section>
  );
}

interface TicketsProps {
  title: string;
  found: Pick<MatchingTickets, 'tickets' | 'total'>;
  /** Which tickets the whole list has. */
  search: TicketSearch;
  empty?: string;
}

function Tickets({ title, found, search, empty }: TicketsProps) {
  const { tickets = [], total } = found;
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
