import { memo, useEffect, useRef } from 'react';
import { STATUSES, type TicketSummary } from '../../backend/tickets.ts';
import { Avatar } from '../../design/avatar.tsx';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { useDraggable, useDropTarget } from '../../design/drag.ts';
import { Menu, MenuItem, MenuLabel } from '../../design/menu.tsx';
import { usePersonName } from '../../session/person-name.ts';
import { t } from '../../texts/texts.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { AwaitingReply } from '../../tickets/showing/awaiting-reply.tsx';
import { useFlash } from '../../tickets/showing/flash.ts';
import { LabelTags } from '../../tickets/showing/label-tags.tsx';
import { TicketLock } from '../../tickets/showing/lock.tsx';
import { ProjectName } from '../../tickets/showing/project-name.tsx';
import { PrioritySign, StatusSign } from '../../tickets/showing/status.tsx';
import { PlannedDay } from '../../tickets/showing/ticket-columns.tsx';
import type { Move } from './column.tsx';

interface CardProps {
  ticket: TicketSummary;
  focused: boolean;
  onFocus: (id: string) => void;
  onMove: Move;
  onDropBeside: (ticket: TicketSummary, dragged: TicketSummary, half: 'before' | 'after') => void;
}

export const Card = memo(function Card({ ticket, focused, onFocus, onMove, onDropBeside }: CardProps) {
  const nameOf = usePersonName();
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLAnchorElement>(null);
  const { peek, open } = usePeek();
  const flashes = useFlash(ticket.number);
  const dragged = useDraggable(card, { ticket }, ticket.can.change_status);
  const over = useDropTarget(card, {
    accepts: (payload) => 'ticket' in payload && (payload.ticket as TicketSummary).id !== ticket.id,
    onDrop: (payload, half) => onDropBeside(ticket, payload.ticket as TicketSummary, half),
  });
  // The focus follows the card into its new column.
  useEffect(() => {
    if (focused && document.activeElement !== title.current) title.current?.focus({ preventScroll: false });
  }, [focused]);

  return (
    <article
      ref={card}
      data-number={ticket.number}
      className={classes(
        'group relative rounded-lg border bg-surface p-3',
        flashes,
        dragged ? 'opacity-40' : 'hover:border-line-strong',
        peek === ticket.number ? 'border-accent' : 'border-line',
        over === 'before' && 'shadow-[0_-3px_0_0_var(--accent)]',
        over === 'after' && 'shadow-[0_3px_0_0_var(--accent)]',
      )}
    >
      <div className="flex items-center gap-2 text-xs text-muted">
        <PrioritySign priority={ticket.priority} />
        <span className="shrink-0 tabular-nums">#{ticket.number}</span>
        <TicketLock ticket={ticket} />
        {ticket.project_name && (
          <ProjectName name={ticket.project_name} color={ticket.project_color} icon={ticket.project_icon_url} />
        )}
        {ticket.can.change_status && <MoveMenu ticket={ticket} onMove={onMove} />}
      </div>
      <a
        ref={title}
        href={`/t/${ticket.number}`}
        dir="auto"
        draggable={false}
        onFocus={() => onFocus(ticket.id)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(ticket.number);
        }}
        className="mt-1 line-clamp-2 text-sm font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {ticket.title}
      </a>
      <div className="mt-1.5 flex text-xs text-muted empty:hidden">
        <LabelTags labels={ticket.labels} wraps />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
        <span className="min-w-0 truncate">
          {t(`category.${ticket.category}`)} · {nameOf(ticket.reporter_id, ticket.reporter_name)}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2 empty:hidden">
          <AwaitingReply ticket={ticket} words="never" />
          <PlannedDay ticket={ticket} />
          {ticket.assignee_id && (
            <span title={nameOf(ticket.assignee_id, ticket.assignee_name)}>
              <Avatar name={ticket.assignee_name} size={20} />
              <span className="sr-only">{nameOf(ticket.assignee_id, ticket.assignee_name)}</span>
            </span>
          )}
        </span>
      </div>
    </article>
  );
});

/** Moves a card without dragging, for touch screens and for users who prefer a menu. */
function MoveMenu({ ticket, onMove }: { ticket: TicketSummary; onMove: Move }) {
  return (
    <span className="relative z-10 -my-1.5 -mr-1.5 ml-auto md:absolute md:top-3 md:right-3 md:bg-surface md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:pointer-coarse:opacity-100">
      <Menu
        align="end"
        label={t('board.move', { number: ticket.number })}
        trigger={<IconButton icon="more" small label={t('board.move', { number: ticket.number })} />}
      >
        <MenuLabel>{t('board.moveTo')}</MenuLabel>
        {STATUSES.filter((status) => status !== ticket.status).map((status) => (
          <MenuItem key={status} onSelect={() => onMove(ticket, status)}>
            <StatusSign status={status} />
            {t(`status.${status}`)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
