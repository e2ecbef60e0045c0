/** The columns of a list of tickets. They show where there is room for them. */
import type { ReactNode } from 'react';
import type { ListedRow, TicketSummary } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { usePersonName } from '../../session/person-name.ts';
import { ago, day, moment, today } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { AnswerDue } from './answer-due.tsx';
import type { RowColumn } from './row-layout.ts';

/** What a row may show: counts are in lists alone. */
export type ShownTicket = TicketSummary & Partial<Pick<ListedRow, 'snippet' | 'comment_count' | 'attachment_count'>>;

export const COLUMN_WIDTHS: Record<RowColumn, string> = {
  reporter: 'w-28',
  comments: 'w-9 justify-end',
  files: 'w-9 justify-end',
  age: 'w-24',
  waiting: 'w-28',
  due: 'w-28',
  planned: 'w-20',
};
export const COLUMN_CELL = 'hidden min-w-0 shrink-0 items-center gap-1 text-xs text-muted @4xl/row:flex';
export const isOverdue = (ticket: Pick<TicketSummary, 'planned_date' | 'status'>): boolean =>
  ticket.planned_date !== null && ticket.status !== 'closed' && ticket.planned_date < today();

export function TicketCells({ ticket, columns }: { ticket: ShownTicket; columns: readonly RowColumn[] }) {
  return columns.map((column) => (
    <span key={column} className={classes(COLUMN_CELL, COLUMN_WIDTHS[column])}>
      <Cell ticket={ticket} column={column} />
    </span>
  ));
}

function Cell({ ticket, column }: { ticket: ShownTicket; column: RowColumn }): ReactNode {
  const nameOf = usePersonName();
  const name = <span className="sr-only">{t(`column.${column}`)}: </span>;
  const counted = (count: number | undefined) =>
    count ? (
      <>
        {name}
        <span className="tabular-nums">{count}</span>
      </>
    ) : null;
  switch (column) {
    case 'reporter':
      return (
        <span className="truncate">
          {name}
          {nameOf(ticket.reporter_id, ticket.reporter_name)}
        </span>
      );
    case 'comments':
      return counted(ticket.comment_count);
    case 'files':
      return counted(ticket.attachment_count);
    case 'age':
      return <Since name={name} at={ticket.created_at} />;
    case 'waiting':
      return (
        ticket.awaiting_reply_since && (
          <span className="flex min-w-0 items-center gap-1 font-medium text-warning">
            <Icon name="comment" size={14} />
            <Since name={name} at={ticket.awaiting_reply_since} />
          </span>
        )
      );
    case 'due':
      return <AnswerDue ticket={ticket} isBrief className="min-w-0" />;
    case 'planned':
      return <PlannedDay ticket={ticket} />;
  }
}

function Since({ name, at }: { name: ReactNode; at: string }) {
  return (
    <time dateTime={at} title={moment(at)} className="truncate">
      {name}
      {ago(at)}
    </time>
  );
}

/** The day for which a ticket is planned; nothing for one that is closed. */
export function PlannedDay({ ticket }: { ticket: Pick<TicketSummary, 'planned_date' | 'status'> }) {
  if (!ticket.planned_date || ticket.status === 'closed') return null;
  const late = isOverdue(ticket);
  return (
    <span className={classes('shrink-0 text-xs whitespace-nowrap', late ? 'font-medium text-danger' : 'text-muted')}>
      {late && <span className="sr-only">{t('field.overdue')} </span>}
      {day(ticket.planned_date)}
    </span>
  );
}
