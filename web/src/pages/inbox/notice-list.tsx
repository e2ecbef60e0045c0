import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { readNotice, unreadNotices } from '../../backend/notices.ts';
import { useCommands } from '../../commands/registry.ts';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { t } from '../../texts/texts.ts';
import { commentOf, isUnread } from '../../tickets/noticing/notice.ts';
import { NoticeItem } from '../../tickets/noticing/notice-item.tsx';
import { leaveFocus, useCursor } from '../../tickets/walking/walk.ts';
import type { NoticeRow } from './notices.ts';

interface NoticeListProps {
  notices: NoticeRow[];
  onEnd: () => void;
}

type Shown = NoticeRow | 'new' | 'earlier';

/** How high a row is, in pixels, until it is drawn. */
const ROW = 57;

/** The two parts of the list, each below its name. */
function withHeadings(notices: readonly NoticeRow[]): Shown[] {
  const fresh = notices.filter(isUnread);
  const old = notices.slice(fresh.length);
  return [
    ...(fresh.length > 0 ? ['new' as const, ...fresh] : []),
    ...(old.length > 0 ? ['earlier' as const, ...old] : []),
  ];
}

export function NoticeList({ notices, onEnd }: NoticeListProps) {
  const rows = useMemo(() => withHeadings(notices), [notices]);
  const list = useRef<ShownRows>(null);
  const keys = useInboxKeys(notices, (notice) => list.current?.show(rows.indexOf(notice)));
  return (
    <VirtualList
      ref={list}
      rows={rows}
      keyOf={(row) => (typeof row === 'object' ? row.key : row)}
      height={ROW}
      onEnd={onEnd}
    >
      {(row) =>
        typeof row === 'string' ? (
          <RowsHeading name={t(`inbox.${row}`)} />
        ) : (
          <NoticeItem
            notice={row}
            current={row.id === keys.current?.id}
            onOpen={() => keys.open(row)}
            onMark={() => keys.mark(row, isUnread(row))}
          />
        )
      }
    </VirtualList>
  );
}

/** J and K move to another row, Enter opens its ticket, E marks it as read, U as unread. */
function useInboxKeys(notices: readonly NoticeRow[], show: (notice: NoticeRow) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { current, at, moveTo } = useCursor(notices);
  const step = (by: number) => {
    const next = notices[Math.min(Math.max(at + by, 0), notices.length - 1)];
    if (!next) return;
    leaveFocus();
    moveTo(next.key);
    show(next);
  };
  /** A notice that leaves its part of the list leaves the cursor to the next one there. */
  const leave = (notice: NoticeRow) => {
    const from = notices.indexOf(notice);
    const beside = [notices[from + 1], notices[from - 1]].find((one) => one && isUnread(one) === isUnread(notice));
    if (beside) moveTo(beside.key);
  };
  const mark = (notice: NoticeRow, read: boolean) => {
    if (isUnread(notice) !== read) return;
    if (notice.id === current?.id) leave(notice);
    const marked = read ? readNotice(client, notice) : unreadNotices(client, [notice.id]);
    marked.catch(toastRefusal);
  };
  const open = (notice: NoticeRow) => {
    moveTo(notice.key);
    if (isUnread(notice)) leave(notice);
    navigate({ to: '/t/$number', params: { number: String(notice.ticket_number) }, ...commentOf(notice) });
  };
  const idle = !current;
  const offer = (id: string, label: string, keys: string, run: () => void, isIdle = idle) => ({
    ...{ id, label, keys, run },
    group: 'list' as const,
    idle: isIdle,
  });
  useCommands([
    offer('next', t('command.next'), 'j', () => step(1), false),
    offer('previous', t('command.previous'), 'k', () => step(-1), false),
    offer('open', t('command.open'), 'enter', () => current && open(current)),
    offer('read', t('inbox.read'), 'e', () => current && mark(current, true)),
    offer('unread', t('inbox.markUnread'), 'u', () => current && mark(current, false)),
  ]);
  return { current, open, mark };
}
