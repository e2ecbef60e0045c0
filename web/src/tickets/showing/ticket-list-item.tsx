import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../../design/avatar.tsx';
import { classes } from '../../design/class-names.ts';
import { useIsDeveloper } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { AnswerDue } from './answer-due.tsx';
import { AwaitingReply } from './awaiting-reply.tsx';
import { BesideMark } from './beside-mark.tsx';
import { useFlash } from './flash.ts';
import { MarkedWords, markedTitle, snippetParts } from './found-words.tsx';
import { TicketLock } from './lock.tsx';
import { ProjectName } from './project-name.tsx';
import { useRowLayout } from './row-layout.ts';
import { PrioritySign, StatusBadge } from './status.tsx';
import { PlannedDay, type ShownColumn, type ShownTicket, TicketCells, unlessColumn } from './ticket-columns.tsx';

interface TicketListItemProps {
  ticket: ShownTicket;
  /** The columns beside the title, where there is room. */
  columns?: readonly ShownColumn[];
  /** Whether J and K have reached this row. */
  current?: boolean;
  selected?: boolean;
  lead?: ReactNode;
  /** Shown instead of the status, where all rows have the same one. */
  trail?: ReactNode;
  /** Called for a plain click. With Ctrl or the middle button the browser follows the link to the page. */
  onOpen?: (() => void) | undefined;
  /** Shown behind what else is known of it, where there is room. */
  tags?: ReactNode;
  /** Leaves out the assignee, for a narrow column. */
  slim?: boolean;
}

const NO_COLUMNS: readonly ShownColumn[] = [];

/** A ticket in a list: 56 px high, or 36 in the compact layout of a screen that is wide enough. */
export function TicketListItem(props: TicketListItemProps) {
  const { ticket, current, selected, lead, trail, onOpen, slim, columns: cells = NO_COLUMNS, tags } = props;
  const flashes = useFlash(ticket.number);
  const compact = useRowLayout().density === 'compact';
  const developer = useIsDeveloper();
  return (
    <div
      data-number={ticket.number}
      data-current={current || undefined}
      className={classes(
        '@container/row group relative scroll-my-20 border-b border-line hover:bg-hover',
        selected && 'bg-accent-soft',
        flashes,
        current && 'shadow-[inset_3px_0_0_var(--accent)]',
        current && !selected && 'bg-hover',
      )}
    >
      <div
        className={classes(
          'flex min-h-[3.4375rem] items-center gap-3 px-4 py-1.5 md:px-5',
          compact && 'md:min-h-[2.1875rem] md:py-0.5',
        )}
      >
        {lead}
        {developer && <PrioritySign priority={ticket.priority} className="-order-2 max-md:hidden" />}
        <Title ticket={ticket} compact={compact} columns={cells} onOpen={onOpen} tags={tags} />
        {/* Where there is room the status stands before the title, so that no wide screen parts them. */}
        <span className="flex shrink-0 items-center gap-x-3 gap-y-1 max-md:flex-col-reverse max-md:items-end @xl/row:contents">
          <PlannedDay ticket={ticket} className={unlessColumn(cells, 'planned')} />
          {trail ? (
            <span className="relative">{trail}</span>
          ) : (
            <StatusBadge status={ticket.status} className="shrink-0 @xl/row:-order-1 @xl/row:w-32" />
          )}
        </span>
        <TicketCells ticket={ticket} columns={cells} />
        {!slim && <Assignee ticket={ticket} />}
      </div>
    </div>
  );
}

interface TitleProps {
  ticket: ShownTicket;
  compact: boolean;
  columns: readonly ShownColumn[];
  onOpen: (() => void) | undefined;
  tags: ReactNode;
}

/** The title, with what matters besides: below it, or in a compact row after it. */
function Title({ ticket, compact, columns, onOpen, tags }: TitleProps) {
  const navigate = useNavigate();
  const excerpt = snippetParts(ticket);
  return (
    <div className={classes('min-w-0 flex-1', compact && 'md:flex md:flex-wrap md:items-baseline md:gap-x-2.5')}>
      {/* No Link of the router: each observes where the user is. */}
      <a
        dir="auto"
        href={`/t/${ticket.number}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (onOpen) onOpen();
          else navigate({ to: '/t/$number', params: { number: String(ticket.number) } });
        }}
        className={classes(
          'line-clamp-2 font-medium after:absolute after:inset-0 md:line-clamp-1',
          compact && 'md:max-w-[calc(100%-5rem)] md:text-sm',
        )}
      >
        <MarkedWords parts={markedTitle(ticket)} />
      </a>
      {excerpt && (
        <p className="line-clamp-2 text-sm text-muted md:line-clamp-1">
          <MarkedWords parts={excerpt} />
        </p>
      )}
      <Facts ticket={ticket} compact={compact} columns={columns} tags={tags} />
    </div>
  );
}

function Facts({ ticket, compact, columns, tags }: Omit<TitleProps, 'onOpen'>) {
  const isDue = (ticket.wait?.due_at ?? ticket.answer_due_at) != null;
  // On a phone there is room for the more pressing of the two.
  const unlessDue = isDue && 'max-md:hidden';
  return (
    <p
      className={classes(
        'flex min-w-0 items-center gap-x-1.5 text-xs text-muted',
        compact && 'md:h-4 md:flex-1 md:flex-wrap md:overflow-hidden',
      )}
    >
      <span className="shrink-0 tabular-nums">#{ticket.number}</span>
      <TicketLock ticket={ticket} />
      <BesideMark ticket={ticket} />
      <span className={classes(DOTTED, 'shrink-0')}>{t(`category.${ticket.category}`)}</span>
      {ticket.project_name && (
        <span className={classes(DOTTED, 'flex min-w-0 items-center max-md:hidden')}>
          <ProjectName name={ticket.project_name} color={ticket.project_color} icon={ticket.project_icon_url} />
        </span>
      )}
      <time
        dateTime={ticket.updated_at}
        title={moment(ticket.updated_at)}
        className={classes(DOTTED, 'shrink-0 truncate', unlessColumn(columns, 'changed'), unlessDue)}
      >
        {ago(ticket.updated_at)}
      </time>
      {ticket.awaiting_reply_since !== null && (
        <span className={classes(DOTTED, 'flex items-center', unlessColumn(columns, 'waiting'), unlessDue)}>
          <AwaitingReply ticket={ticket} words="roomy" />
        </span>
      )}
      {isDue && (
        <span className={classes(DOTTED, 'flex items-center', unlessColumn(columns, 'due'))}>
          <AnswerDue ticket={ticket} className="max-md:hidden" />
          <AnswerDue ticket={ticket} isBrief className="md:hidden" />
        </span>
      )}
      {tags}
    </p>
  );
}

/** With a dot before it, which nobody hears. */
const DOTTED = "before:mr-1.5 before:text-faint before:content-['·'/'']";

function Assignee({ ticket }: { ticket: ShownTicket }) {
  const nameOf = usePersonName();
  const name = ticket.assignee_id ? nameOf(ticket.assignee_id, ticket.assignee_name) : t('assignee.none');
  return (
    <span
      title={name}
      className={classes(
        'relative flex size-6 max-md:hidden',
        !ticket.assignee_id && 'rounded-full border border-dashed border-line-strong/60',
      )}
    >
      {ticket.assignee_id && <Avatar name={ticket.assignee_name} />}
      <span className="sr-only">{name}</span>
    </span>
  );
}
