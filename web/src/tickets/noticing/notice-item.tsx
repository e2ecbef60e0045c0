import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plainText } from '../../../../packages/markdown/plain-text.ts';
import type { Notice } from '../../backend/notices.ts';
import { projectsQuery } from '../../backend/projects.ts';
import { Ago } from '../../design/ago.tsx';
import { Avatar } from '../../design/avatar.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { usePersonName } from '../../session/person-name.ts';
import { t } from '../../texts/texts.ts';

interface NoticeItemProps {
  notice: Notice;
  /** Whether J and K have reached this row. */
  current?: boolean;
  /** How many others of the same ticket the row stands for. */
  more?: number;
  /** Called for a plain click; without it the browser follows the link. */
  onOpen?: (() => void) | undefined;
  /** Marks it as read, or as unread again. */
  onMark: () => void;
}

export function NoticeItem({ notice, current, more = 0, onOpen, onMark }: NoticeItemProps) {
  const nameOf = usePersonName();
  const projects = useQuery({ ...projectsQuery, enabled: notice.ticket_number === null }).data;
  const unread = isUnread(notice);
  const words = excerptLine(notice);
  const who = notice.actor_id === null ? t('inbox.somebody') : nameOf(notice.actor_id, notice.actor_name);
  return (
    <div
      data-notice={notice.id}
      data-current={current || undefined}
      className={classes(
        'group relative flex min-h-14 scroll-my-20 items-center gap-3 border-b border-line px-4 py-2 hover:bg-hover md:px-5',
        current && 'bg-hover shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <span className={classes('size-2 shrink-0 rounded-full', unread && 'bg-accent')}>
        {unread && <span className="sr-only">{t('inbox.new')}</span>}
      </span>
      <Avatar name={notice.actor_name} size={24} />
      <div className="min-w-0 flex-1">
        {notice.ticket_number === null ? (
          <span className={classes('line-clamp-2', unread ? 'font-semibold' : 'text-muted')}>
            {projects?.find(({ id }) => id === notice.project_id)?.name ?? t('notice.project')}
          </span>
        ) : (
          <Link
            dir="auto"
            to="/t/$number"
            params={{ number: String(notice.ticket_number) }}
            {...commentOf(notice)}
            onClick={(event) => {
              if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onOpen();
            }}
            className={classes(
              'line-clamp-2 after:absolute after:inset-0 md:line-clamp-1',
              unread ? 'font-semibold' : 'text-muted',
            )}
          >
            {notice.ticket_title}
          </Link>
        )}
        {words && (
          <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere md:line-clamp-1">
            {words}
          </p>
        )}
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-muted">
          <span className={classes(unread && 'font-medium text-ink')}>{t(`notice.${notice.reason}`)}</span>
          <span aria-hidden="true">·</span>
          <span className="truncate">{who}</span>
          {notice.ticket_number !== null && (
            <>
              <span aria-hidden="true">·</span>
              <span className="tabular-nums">#{notice.ticket_number}</span>
            </>
          )}
          <span aria-hidden="true">·</span>
          <Ago at={notice.created_at} className="shrink-0" />
          {more > 0 && (
            <>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{t('inbox.more', { count: more })}</span>
            </>
          )}
        </p>
      </div>
      <IconButton
        icon={unread ? 'check' : 'undo'}
        label={t(unread ? 'inbox.read' : 'inbox.markUnread')}
        small
        onClick={onMark}
        className="relative md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:pointer-coarse:opacity-100"
      />
    </div>
  );
}

export const isUnread = ({ read_at }: Pick<Notice, 'read_at'>): boolean => read_at === null;

/** Where on the ticket's page a notice leads. */
export const commentOf = ({ comment_id: id }: Pick<Notice, 'comment_id'>): { hash?: string } =>
  id === null ? {} : { hash: `comment-${id}` };

/** The words of the comment in a line; whom it names stands there as a mark alone. */
export const excerptLine = ({ comment_excerpt: excerpt }: Pick<Notice, 'comment_excerpt'>): string =>
  plainText((excerpt ?? '').replaceAll(/<@[\da-f-]{36}>/g, '@…')).replaceAll(/\s+/g, ' ');

const ANSWERS: readonly Notice['reason'][] = ['mentioned', 'closed', 'replied'];

/** The newest notice of an answer on each ticket. @param notices the newest first. */
export function newAnswers(notices: readonly Notice[]): Notice[] {
  const tickets = new Set<string>();
  return notices.filter((notice) => {
    const { ticket_id: ticket } = notice;
    if (ticket === null || !isUnread(notice) || !ANSWERS.includes(notice.reason) || tickets.has(ticket)) return false;
    tickets.add(ticket);
    return true;
  });
}
