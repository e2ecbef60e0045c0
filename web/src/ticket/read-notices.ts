import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readNoticesOf, unreadQuery } from '../backend/notices.ts';
import { useVisible } from '../design/window.ts';

/** Marks the notices of a ticket as read that are there when the user opens it, and those that come while they look at it. */
export function useReadNotices({ id }: { id: string }): void {
  const client = useQueryClient();
  const unread = useQuery(unreadQuery).data ?? 0;
  const visible = useVisible();
  const before = useRef({ id, unread: 0 });
  useEffect(() => {
    if (!visible) return;
    const known = before.current.id === id ? before.current.unread : 0;
    before.current = { id, unread };
    // Those that the service does not mark are read with the next visit.
    if (unread > known) readNoticesOf(client, id).catch(() => {});
  }, [client, id, unread, visible]);
}
