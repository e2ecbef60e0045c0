import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Notice, noticePagesQuery } from '../../backend/notices.ts';
import { isUnread } from '../../tickets/noticing/notice.ts';

/** A row of the inbox: of each ticket the newest notice, of those that nobody has read where there are any. */
export interface NoticeRow extends Notice {
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

export interface Notices {
  /** Undefined while they load. */
  notices: NoticeRow[] | undefined;
  error: Error | null;
  refetch: () => void;
  /** Loads the next page; what is unread comes first. */
  more: () => void;
}

/** @param held see `noticeRows`. */
export function useNotices(held: number | undefined): Notices {
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
