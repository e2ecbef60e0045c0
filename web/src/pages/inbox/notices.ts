import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Notice, noticePagesQuery } from '../../backend/notices.ts';
import { isUnread } from '../../tickets/noticing/notice.ts';

/** A notice, with the key and the number by which the keys walk the list. */
export type NoticeRow = Notice & { key: string; number: number };

const newestFirst = (a: Notice, b: Notice) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/**
 * What is unread, then what is read, each the newest first. A notice that the user has just marked stands where it
 * belongs before the service lists it there.
 */
export function sortedNotices(listed: readonly Notice[]): NoticeRow[] {
  const byId = new Map(listed.map((notice) => [notice.id, notice]));
  const all = [...byId.values()].sort(newestFirst);
  return [...all.filter(isUnread), ...all.filter((notice) => !isUnread(notice))].map((notice) => ({
    ...notice,
    key: notice.id,
    number: notice.ticket_number,
  }));
}

export interface Notices {
  /** Undefined while they load. */
  notices: NoticeRow[] | undefined;
  error: Error | null;
  refetch: () => void;
  /** Loads the next page; what is unread comes first. */
  more: () => void;
}

export function useNotices(): Notices {
  const unread = useInfiniteQuery(noticePagesQuery(true));
  const read = useInfiniteQuery(noticePagesQuery(false));
  const { data: fresh } = unread;
  const { data: old } = read;
  const notices = useMemo(
    () => fresh && old && sortedNotices([...fresh.pages, ...old.pages].flatMap(({ items }) => items)),
    [fresh, old],
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
