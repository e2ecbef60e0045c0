/** The columns of a list of tickets. They show where there is room for them. */
import type { ReactNode } from 'react';
import type { TicketField } from '../../backend/fields.ts';
import type { ListedRow, TicketSummary } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { usePersonName } from '../../session/person-name.ts';
import { ago, day, moment, today } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { localName, valueText } from '../filling/filling.ts';
import { AnswerDue } from './answer-due.tsx';
import type { RowColumn } from './row-layout.ts';

/** A ticket as a row may show it: counts are in lists alone. */
export type ShownTicket = TicketSummary &
  Partial<Pick<ListedRow, 'snippet' | 'comment_count' | 'attachment_count' | 'lead' | 'beside_count'>>;

/** A column that rows have: what tickets say in a field, or one of those that every list has. */
export type ShownColumn = RowColumn | TicketField;

const COLUMN_WIDTHS: Record<RowColumn, string> = {
  reporter: 'w-28',
  comments: 'w-9',
  files: 'w-9',
  age: 'w-24',
  changed: 'w-28',
  waiting: 'w-28',
  due: 'w-28',
  planned: 'w-20',
};
const COLUMN = 'hidden min-w-0 shrink-0 truncate text-xs text-muted';
const FIELD_WIDTH = 'w-24';
const widthOf = (column: ShownColumn): string => (typeof column === 'string' ? COLUMN_WIDTHS[column] : FIELD_WIDTH);

/** The room that a column takes of the row, with the gap before it, in rem. */
const remOf = (column: ShownColumn): number => Number(widthOf(column).slice('w-'.length)) / 4 + 0.75;

/** The columns for which there is room first. A field comes after those named here. */
const PRESSING: readonly ShownColumn[] = ['waiting', 'due', 'planned', 'changed', 'reporter'];
const rankOf = (column: ShownColumn): number => PRESSING.indexOf(column) + 1 || PRESSING.length + 1;

/** The room for what is no column, in rem: a title that one can read is part of it. */
const REST = 33;

/** Widths of a row, in rem, with the classes of what it shows from there on, and what no longer. */
const STEPS = [
  [56, '@min-[56rem]/row:block', '@min-[56rem]/row:hidden'],
  [62, '@min-[62rem]/row:block', '@min-[62rem]/row:hidden'],
  [70, '@min-[70rem]/row:block', '@min-[70rem]/row:hidden'],
  [74, '@min-[74rem]/row:block', '@min-[74rem]/row:hidden'],
  [84, '@min-[84rem]/row:block', '@min-[84rem]/row:hidden'],
  [Number.POSITIVE_INFINITY, '@min-[100rem]/row:block', '@min-[100rem]/row:hidden'],
] as const;

/** The width of a row at which there is room for a column beside those that come before it. */
function stepOf(columns: readonly ShownColumn[], column: ShownColumn): (typeof STEPS)[number] | undefined {
  const ranked = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  const taken = ranked.slice(0, ranked.indexOf(column) + 1).reduce((sum, each) => sum + remOf(each), REST);
  return STEPS.find(([width]) => taken <= width);
}

export const columnClass = (columns: readonly ShownColumn[], column: ShownColumn): string =>
  classes(COLUMN, widthOf(column), stepOf(columns, column)?.[1]);

/** Leaves out what a column shows, as soon as there is room for the column. */
export const unlessColumn = (columns: readonly ShownColumn[], column: RowColumn): string | undefined =>
  columns.includes(column) ? stepOf(columns, column)?.[2] : undefined;

export const columnKey = (column: ShownColumn): string => (typeof column === 'string' ? column : column.id);
export const headOf = (column: ShownColumn): string =>
  typeof column === 'string' ? t(`column.${column}`) : localName(column);
export const isOverdue = (ticket: Pick<TicketSummary, 'planned_date' | 'status'>): boolean =>
  ticket.planned_date !== null && ticket.status !== 'closed' && ticket.planned_date < today();

export function TicketCells({ ticket, columns }: { ticket: ShownTicket; columns: readonly ShownColumn[] }) {
  return columns.map((column) => (
    <span key={columnKey(column)} className={columnClass(columns, column)}>
      {typeof column === 'string' ? (
        <Cell ticket={ticket} column={column} />
      ) : (
        <FieldSaying ticket={ticket} field={column} />
      )}
    </span>
  ));
}

interface FieldSayingProps {
  ticket: Pick<TicketSummary, 'fields'>;
  field: TicketField;
  /** Whether the name of the field is seen; else it is read to those who hear the page. */
  isNamed?: boolean;
}

/** The value of a ticket's field; nothing where it is empty. */
export function FieldSaying({ ticket, field, isNamed = false }: FieldSayingProps) {
  const value = ticket.fields[field.key];
  if (value === undefined) return null;
  const [name, text] = [localName(field), valueText(field, value)];
  return (
    <span className="truncate" title={`${name}: ${text}`}>
      <span className={isNamed ? '' : 'sr-only'}>{name}: </span>
      {text}
    </span>
  );
}

function Cell({ ticket, column }: { ticket: ShownTicket; column: RowColumn }): ReactNode {
  const nameOf = usePersonName();
  const name = <span className="sr-only">{t(`column.${column}`)}: </span>;
  const counted = (count: number | undefined) =>
    count ? (
      <>
        {name}
        <span className="block text-right tabular-nums">{count}</span>
      </>
    ) : null;
  switch (column) {
    case 'reporter':
      return (
        <>
          {name}
          {nameOf(ticket.reporter_id, ticket.reporter_name)}
        </>
      );
    case 'comments':
      return counted(ticket.comment_count);
    case 'files':
      return counted(ticket.attachment_count);
    case 'age':
      return <Since name={name} at={ticket.created_at} />;
    case 'changed':
      return <Since name={name} at={ticket.updated_at} />;
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
      return <AnswerDue ticket={ticket} isBrief />;
    case 'planned':
      return <PlannedDay ticket={ticket} />;
  }
}

function Since({ name, at }: { name: ReactNode; at: string }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {name}
      {ago(at)}
    </time>
  );
}

/** The day for which a ticket is planned; nothing for one that is closed. */
export function PlannedDay({
  ticket,
  className,
}: {
  ticket: Pick<TicketSummary, 'planned_date' | 'status'>;
  className?: string | undefined;
}) {
  if (!ticket.planned_date || ticket.status === 'closed') return null;
  const late = isOverdue(ticket);
  return (
    <span
      className={classes(
        'shrink-0 text-xs whitespace-nowrap',
        late ? 'font-medium text-danger' : 'text-muted',
        className,
      )}
    >
      {late && <span className="sr-only">{t('field.overdue')} </span>}
      {day(ticket.planned_date)}
    </span>
  );
}
