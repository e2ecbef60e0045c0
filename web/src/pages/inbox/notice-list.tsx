import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { readNotices, unreadNotices } from '../../backend/notices.ts';
import { type Command, useCommands } from '../../commands/registry.ts';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/opening-commands.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { commentOf, isUnread } from '../../tickets/noticing/notice.ts';
import { NoticeItem } from '../../tickets/noticing/notice-item.tsx';
import { useRowKeys } from '../../tickets/walking/row-keys.ts';
import type { NoticeRow } from './notices.ts';

interface NoticeListProps {
  notices: NoticeRow[];
  onEnd: () => void;
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

export function NoticeList({ notices, onEnd }: NoticeListProps) {
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
    const beside = [notices[from + 1], notices[from - 1]].find((one) => one?.isFresh === notice.isFresh);
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
  const offer = (id: string, label: string, keys: string, run: (notice: NoticeRow) => void): Command => ({
    ...{ id, label, keys, group: 'list', idle: !current },
    run: () => current && run(current),
  });
  const { ticket_id: id, number = 0 } = current ?? {};
  useCommands([
    ...commands,
    ...useOpeningCommands(id ? { id, number } : undefined),
    offer('open', t('command.open'), 'enter', open),
    offer('read', t('inbox.read'), 'e', (notice) => mark(notice, true)),
    offer('unread', t('inbox.markUnread'), 'u', (notice) => mark(notice, false)),
  ]);
  return { current, open, mark };
}
