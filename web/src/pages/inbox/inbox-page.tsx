import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import {
  type Notice,
  noticePagesQuery,
  readAllNotices,
  readNotices,
  unreadNotices,
  unreadQuery,
} from '../../backend/notices.ts';
import { onRow, useCommands } from '../../commands/registry.ts';
import { Button } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { useAct } from '../../design/form.tsx';
import { PageHeader } from '../../design/page.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/ticket-keys.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { commentOf, isUnread, NoticeItem } from '../../tickets/noticing/notice-item.tsx';
import { useRowKeys } from '../../tickets/walking/walk.ts';

/** Changes by others that concern the user, unread first. */
export const InboxPage = () => (
  <WithPeek>
    <Inbox />
  </WithPeek>
);

function Inbox() {
  const { notices, error, refetch, more } = useNotices(usePeek().peek);
  const unread = useQuery(unreadQuery).data ?? 0;
  const readAll = useReadAll();
  useCommands([{ id: 'read all', label: t('inbox.readAll'), group: 'list', keys: 'shift+e', run: readAll }]);
  return (
    <>
      <PageHeader title={t('nav.inbox')} count={unread > 0 ? String(unread) : undefined}>
        <Button look="quiet" small icon="check" disabled={unread === 0} onClick={readAll}>
          {t('inbox.readAll')}
        </Button>
      </PageHeader>
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!error && !notices && <Skeleton lines={8} />}
      {notices?.length === 0 && <Empty text={t('inbox.empty')} />}
      {notices && notices.length > 0 && <NoticeList notices={notices} onEnd={more} />}
    </>
  );
}

function useReadAll() {
  const client = useQueryClient();
  const { act } = useAct(async () => {
    const ids = await readAllNotices(client);
    if (ids.length === 0) return;
    toast({
      text: t('inbox.done', { count: ids.length }),
      undo: () => unreadNotices(client, ids).catch(toastRefusal),
    });
  });
  return act;
}

type Shown = NoticeRow | 'new' | 'earlier';

/** How high a row is, in pixels, until it is drawn. */
const ROW = 78;

/** The two parts of the list, each below its name. */
function withHeadings(notices: readonly NoticeRow[]): Shown[] {
  const fresh = notices.filter(({ isFresh }) => isFresh);
  const old = notices.slice(fresh.length);
  return [
    ...(fresh.length > 0 ? ['new' as const, ...fresh] : []),
    ...(old.length > 0 ? ['earlier' as const, ...old] : []),
  ];
}

function NoticeList({ notices, onEnd }: { notices: NoticeRow[]; onEnd: () => void }) {
  const rows = useMemo(() => withHeadings(notices), [notices]);
  const list = useRef<ShownRows>(null);
  const keys = useInboxKeys(notices, (notice) => list.current?.show(rows.indexOf(notice)));
  return (
    <VirtualList
      ref={list}
      rows={rows}
      keyOf={(row) => (typeof row === 'object' ? (row.ticket_id ?? row.id) : row)}
      height={ROW}
      onEnd={onEnd}
    >
      {(row) =>
        typeof row === 'string' ? (
          <RowsHeading name={t(`inbox.${row}`)} />
        ) : (
          <NoticeItem
            notice={row}
            more={row.more}
            current={row.id === keys.current?.id}
            onOpen={() => keys.open(row)}
            onMark={() => keys.mark(row, isUnread(row))}
          />
        )
      }
    </VirtualList>
  );
}

/** J and K move to another row, Enter opens its ticket, Space shows it beside, R replies, E marks it as read, U as unread. */
function useInboxKeys(notices: readonly NoticeRow[], show: (notice: NoticeRow) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { peek, open: openBeside } = usePeek();
  const { current, moveTo, commands } = useRowKeys(notices, {
    peek,
    onStep: (notice) => {
      show(notice);
      if (peek !== undefined && notice.number > 0) openBeside(notice.number);
    },
  });
  /** A notice that leaves its part of the list leaves the cursor to the next one there. */
  const leave = (notice: NoticeRow) => {
    const from = notices.indexOf(notice);
    const beside = [notices[from + 1], notices[from - 1]].find((candidate) => candidate?.isFresh === notice.isFresh);
    if (beside) moveTo(beside.key ?? beside.number);
  };
  const mark = (notice: NoticeRow, read: boolean) => {
    if (isUnread(notice) !== read) return;
    if (notice.id === current?.id) leave(notice);
    const marked = read ? readNotices(client, notice.ids) : unreadNotices(client, notice.ids);
    marked.catch(toastRefusal);
  };
  const open = (notice: NoticeRow) => {
    moveTo(notice.key ?? notice.number);
    if (isUnread(notice)) leave(notice);
    navigate({ to: '/t/$number', params: { number: String(notice.ticket_number) }, ...commentOf(notice) });
  };
  const { ticket_id: id, number = 0 } = current ?? {};
  useCommands([
    ...commands,
    ...useOpeningCommands(id ? { id, number } : undefined),
    onRow(current, 'open', t('command.open'), 'enter', open),
    onRow(current, 'read', t('inbox.read'), 'e', (notice) => mark(notice, true)),
    onRow(current, 'unread', t('inbox.markUnread'), 'u', (notice) => mark(notice, false)),
  ]);
  return { current, open, mark };
}

/** A row of the inbox: of each ticket the newest notice, of those that nobody has read where there are any. */
interface NoticeRow extends Notice {
  /** The number of the ticket, by which the keys walk; 0 for a notice that is about none, which has its own key. */
  number: number;
  key?: string;
  /** The notices that the row stands for: those that are not read, or the newest. */
  ids: string[];
  /** How many others there are of the ticket. */
  more: number;
  /** Whether it stands in the first part of the list. */
  isFresh: boolean;
}

const newestFirst = (a: Notice, b: Notice) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

function rowOf(notices: readonly Notice[], held: number | undefined): NoticeRow {
  const unread = notices.filter(isUnread);
  const [shown] = [...unread, ...notices] as [Notice];
  const number = shown.ticket_number ?? 0;
  return {
    ...shown,
    number,
    ...(number === 0 ? { key: shown.id } : {}),
    ids: unread.length > 0 ? unread.map(({ id }) => id) : [shown.id],
    more: (unread.length || notices.length) - 1,
    isFresh: unread.length > 0 || (number !== 0 && number === held),
  };
}

/**
 * A row for each ticket: those with something unread, then the others, each the newest first.
 *
 * @param held the number of the ticket that is shown beside: reading it moves no row under the user's hand.
 */
export function noticeRows(listed: readonly Notice[], held?: number): NoticeRow[] {
  const byId = new Map(listed.map((notice) => [notice.id, notice]));
  const ofTickets = Map.groupBy([...byId.values()].sort(newestFirst), ({ id, ticket_id }) => ticket_id ?? id);
  const rows = [...ofTickets.values()].map((notices) => rowOf(notices, held)).sort(newestFirst);
  return [...rows.filter(({ isFresh }) => isFresh), ...rows.filter(({ isFresh }) => !isFresh)];
}

/** The rows, undefined while they load. @param held see `noticeRows`. */
function useNotices(held: number | undefined) {
  const unread = useInfiniteQuery(noticePagesQuery(true));
  const read = useInfiniteQuery(noticePagesQuery(false));
  const { data: fresh } = unread;
  const { data: old } = read;
  const notices = useMemo(
    () =>
      fresh &&
      old &&
      noticeRows(
        [...fresh.pages, ...old.pages].flatMap(({ items }) => items),
        held,
      ),
    [fresh, old, held],
  );
  // Unread notices come first.
  const next = unread.hasNextPage ? unread : read;
  return {
    notices,
    error: notices ? null : (unread.error ?? read.error),
    refetch: () => {
      unread.refetch();
      read.refetch();
    },
    more: () => next.hasNextPage && !next.isFetchingNextPage && next.fetchNextPage(),
  };
}
