import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadQuery } from '../backend/notices.ts';
import { markTab } from '../design/tab-title.ts';
import { t } from '../texts/texts.ts';

const useUnread = (): number => useQuery(unreadQuery).data ?? 0;

/** Marks the browser's tab while there is something unread. */
export function useUnreadTab(): void {
  const unread = useUnread();
  useEffect(() => markTab(unread), [unread]);
  useEffect(() => () => markTab(0), []);
}

const MOST = 99;

/** How much the user has not read, beside the name of the inbox. */
export function UnreadMark({ className = '' }: { className?: string }) {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span
      className={`rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent tabular-nums ${className}`}
    >
      <span aria-hidden="true">{unread > MOST ? `${MOST}+` : unread}</span>
      <span className="sr-only">{t('inbox.unread', { count: unread })}</span>
    </span>
  );
}
