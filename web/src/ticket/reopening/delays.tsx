import type { TicketDetail } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { isOverdue } from '../../tickets/showing/ticket-columns.tsx';
import { reopeningsOf } from './reopenings.ts';

/** Why an open ticket takes longer than it should: its day is over, or an answer did not solve it. */
export function Delays({ ticket }: { ticket: TicketDetail }) {
  const reopenings = reopeningsOf(ticket);
  const last = ticket.status === 'closed' ? undefined : reopenings.at(-1);
  return (
    <p className="-mt-3 flex flex-wrap gap-x-4 text-sm font-medium empty:hidden">
      {isOverdue(ticket) && <span className="text-danger">{t('home.overdue')}</span>}
      {last && (
        <span title={moment(last)} className="inline-flex items-center gap-1 text-warning">
          <Icon name="refresh" size={14} />
          {t('notice.reopened')} {reopenings.length > 1 && `${reopenings.length} × `}· {ago(last)}
        </span>
      )}
    </p>
  );
}
