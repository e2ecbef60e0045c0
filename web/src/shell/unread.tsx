import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { heldMailsQuery } from '../backend/mail-in.ts';
import { unreadQuery } from '../backend/notices.ts';
import { classes } from '../design/class-names.ts';
import { markTab } from '../design/tab-title.ts';
import { useIsDeveloper } from '../session/me.ts';
import { t } from '../texts/texts.ts';

const useUnread = (): number => useQuery(unreadQuery).data ?? 0;

/** Marks the browser's tab while there is something unread. */
export function useUnreadTab(): void {
  const unread = useUnread();
  useEffect(() => markTab(unread), [unread]);
  useEffect(() => () => markTab(0), []);
}

const MOST = 99;

interface MarkProps {
  className?: string;
}

/** How much the user has not read, beside the name of the inbox. */
export function UnreadMark({ className }: MarkProps) {
  const unread = useUnread();
  return <CountMark count={unread} words={t('inbox.unread', { count: unread })} className={className} />;
}

/** How many mails wait for a decision, for developers. */
export function HeldMark({ className }: MarkProps) {
  const isDeveloper = useIsDeveloper();
  const held = useQuery({ ...heldMailsQuery, enabled: isDeveloper }).data?.length ?? 0;
  return <CountMark count={held} words={t('nav.held', { count: held })} className={className} />;
}

interface CountMarkProps {
  count: number;
  words: string;
  className: string | undefined;
}

function CountMark({ count, words, className }: CountMarkProps) {
  if (count === 0) return null;
  return (
    <span
      title={words}
      className={classes(
        'rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      {/* What is out of sight stays within what scrolls. */}
      <span className="relative">
        <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
        <span className="sr-only">{words}</span>
      </span>
    </span>
  );
}
