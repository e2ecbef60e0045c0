import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { fieldsQuery } from '../../backend/fields.ts';
import { STATUSES, type Status, type TicketSummary } from '../../backend/tickets.ts';
import { Avatar } from '../../design/avatar.tsx';
import { buttonClass, IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { useDraggable, useDropTarget } from '../../design/drag.ts';
import { Menu, MenuItem, MenuLabel } from '../../design/menu.tsx';
import { useVirtualRows } from '../../design/virtual-list.tsx';
import { usePersonName } from '../../session/person-name.ts';
import { number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { AnswerDue } from '../../tickets/showing/answer-due.tsx';
import { AwaitingReply } from '../../tickets/showing/awaiting-reply.tsx';
import { BesideMark } from '../../tickets/showing/beside-mark.tsx';
import { useFlash } from '../../tickets/showing/flash.ts';
import { LabelTags } from '../../tickets/showing/label-tags.tsx';
import { TicketLock } from '../../tickets/showing/lock.tsx';
import { ProjectName } from '../../tickets/showing/project-name.tsx';
import { useRowLayout } from '../../tickets/showing/row-layout.ts';
import { PrioritySign, StatusSign } from '../../tickets/showing/status.tsx';
import { FieldSaying, PlannedDay } from '../../tickets/showing/ticket-columns.tsx';

type Move = (ticket: TicketSummary, status: Status, index?: number) => void;

interface ColumnProps {
  status: Status;
  tickets: TicketSummary[];
  total: number;
  /** The filter of the board. */
  search: TicketSearch;
  /** Called when the user comes near the end of a column that has more. Undefined when the board brings no more. */
  onEnd: (() => void) | undefined;
  focused: string | undefined;
  onFocus: (id: string) => void;
  onMove: Move;
  /** Folds the column, by this button. Without it the column has none. */
  onFold?: (() => void) | undefined;
  foldButton?: RefObject<HTMLButtonElement | null>;
}

/** A card that is dropped on a column, or on the head of it, gets its status. @returns whether one is over it. */
function useColumnDrop(column: RefObject<HTMLElement | null>, status: Status, onMove: Move): boolean {
  const over = useDropTarget(column, {
    accepts: (payload) => 'ticket' in payload,
    onDrop: (payload) => {
      const ticket = payload.ticket as TicketSummary;
      if (ticket.status !== status) onMove(ticket, status);
    },
  });
  return over !== undefined;
}

const columnName = (status: Status, total: number): string =>
  `${t(`status.${status}`)}, ${t('board.cards', { count: total })}`;

export const FOLDED_COLUMN = 'flex w-11 shrink-0 snap-start rounded-xl bg-sunken';

interface FoldedColumnProps extends Pick<ColumnProps, 'status' | 'total' | 'onMove'> {
  onUnfold: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** A column of one button, which unfolds it. Cards can be dropped on it all the same. */
export function FoldedColumn({ status, total, onMove, onUnfold, button }: FoldedColumnProps) {
  const column = useRef<HTMLElement>(null);
  const over = useColumnDrop(column, status, onMove);
  return (
    <section
      ref={column}
      aria-label={columnName(status, total)}
      className={classes(FOLDED_COLUMN, over && 'outline-2 outline-accent')}
    >
      <button
        ref={button}
        type="button"
        aria-expanded="false"
        aria-label={t('board.unfold', { status: t(`status.${status}`) })}
        title={t('board.unfold', { status: t(`status.${status}`) })}
        onClick={onUnfold}
        className="flex w-full flex-col items-center gap-2 rounded-xl pt-3 text-sm font-semibold hover:bg-hover"
      >
        <StatusSign status={status} />
        <span className="shrink-0 font-normal whitespace-nowrap text-muted tabular-nums">{number(total, 0)}</span>
        <span style={{ writingMode: 'vertical-rl' }}>{t(`status.${status}`)}</span>
      </button>
    </section>
  );
}

export const COLUMN =
  'flex w-72 shrink-0 snap-start flex-col rounded-xl bg-sunken max-md:w-[84vw] xl:min-w-43 xl:flex-1';

const CARD = 112;
const NEAR_END = 5;

/** A step of the focus draws the columns anew that it leaves and reaches, and no other. */
export const Column = memo(function Column(props: ColumnProps) {
  const { status, tickets, total, search, onEnd, focused, onFocus, onMove, onFold, foldButton } = props;
  const column = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(box, tickets.length, CARD, (index) => tickets[index]?.id ?? String(index));
  const shown = virtual.getVirtualItems();
  const hasMore = total > tickets.length;
  const nearEnd = hasMore && (shown.at(-1)?.index ?? 0) >= tickets.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd]);
  const over = useColumnDrop(column, status, onMove);
  const dropBeside = useCallback(
    (ticket: TicketSummary, dragged: TicketSummary, half: 'before' | 'after') => {
      const others = tickets.filter((other) => other.id !== dragged.id);
      const index = others.findIndex((other) => other.id === ticket.id) + (half === 'after' ? 1 : 0);
      onMove(dragged, status, index);
    },
    [tickets, status, onMove],
  );
  const name = t(`status.${status}`);
  return (
    <section
      ref={column}
      aria-label={columnName(status, total)}
      className={classes(COLUMN, over && 'outline-2 outline-accent')}
    >
      <h2 className="flex items-center gap-2 px-3.5 pt-3 pb-2 text-sm font-semibold">
        <StatusSign status={status} />
        {name}
        <span className="shrink-0 grow font-normal whitespace-nowrap text-muted tabular-nums">{number(total, 0)}</span>
        {onFold && (
          <IconButton
            ref={foldButton ?? null}
            small
            icon="right"
            aria-expanded="true"
            label={t('board.fold', { status: name })}
            onClick={onFold}
            className="-my-1.5 -mr-2.5 -ml-2"
          />
        )}
      </h2>
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {tickets.length === 0 && <p className="px-2 py-6 text-center text-sm text-muted">{t('board.empty')}</p>}
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {shown.map((item) => {
            const ticket = tickets[item.index];
            if (!ticket) return null;
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0 pb-2"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Card
                  ticket={ticket}
                  focused={ticket.id === focused}
                  onFocus={onFocus}
                  onMove={onMove}
                  onDropBeside={dropBeside}
                />
              </div>
            );
          })}
        </div>
        {hasMore && (
          <p className="flex flex-col items-center gap-1 px-2 py-2 text-xs text-muted">
            {t('board.shown', { count: tickets.length, total: number(total, 0) })}
            <Link to="/tickets" search={{ ...search, status, peek: undefined }} className={buttonClass('quiet', true)}>
              {t('board.list')}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
});

interface CardProps {
  ticket: TicketSummary;
  focused: boolean;
  onFocus: (id: string) => void;
  onMove: Move;
  onDropBeside: (ticket: TicketSummary, dragged: TicketSummary, half: 'before' | 'after') => void;
}

const Card = memo(function Card({ ticket, focused, onFocus, onMove, onDropBeside }: CardProps) {
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
        <BesideMark ticket={ticket} />
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
      <Fields ticket={ticket} />
      <div className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
        <span className="min-w-0 truncate">
          {t(`category.${ticket.category}`)} · {nameOf(ticket.reporter_id, ticket.reporter_name)}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2 empty:hidden">
          <AwaitingReply ticket={ticket} words="never" />
          <AnswerDue ticket={ticket} isBrief />
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

/** The fields that the user has chosen for cards, as far as the ticket says something there. */
function Fields({ ticket }: { ticket: TicketSummary }) {
  const { cardFields } = useRowLayout();
  const fields = useQuery({ ...fieldsQuery, enabled: cardFields.length > 0 }).data ?? [];
  const shown = cardFields.flatMap((name) =>
    fields.filter(({ key }) => name === `field.${key}` && key in ticket.fields),
  );
  if (shown.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-muted">
      {shown.map((field) => (
        <FieldSaying key={field.id} ticket={ticket} field={field} isNamed />
      ))}
    </p>
  );
}

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
