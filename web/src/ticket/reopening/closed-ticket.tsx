import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rateAnswer } from '../../backend/answers.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { ago, day, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { isOverdue } from '../../tickets/showing/ticket-columns.tsx';
import { reopeningsOf } from './reopenings.ts';

const NotSolvedDialog = onDemand(async () => (await import('./not-solved-form.tsx')).NotSolvedDialog, 'reopening');

/** The ways on from a closed ticket that is not solved: its reporter reopens it, or after some days reports it anew. */
export function ClosedTicket({ ticket }: { ticket: TicketDetail }) {
  const [asking, setAsking] = useState(false);
  const developer = useIsDeveloper();
  const { closed_at, number } = ticket;
  if (developer || closed_at === null) return null;
  if (!ticket.can.reopen) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-sunken px-4 py-2 text-sm">
        <span>{t('ticket.closedLongAgo', { day: day(closed_at), number })}</span>
        <Link to="/new" className={buttonClass('plain', true)}>
          {t('new.title')}
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-sunken px-4 py-2 text-sm">
      <span>{t('ticket.isItSolved')}</span>
      <span className="flex flex-wrap gap-2">
        <Solved ticket={ticket} />
        <Button small icon="refresh" onClick={() => setAsking(true)} data-reach="notSolved" data-opens>
          {t('ticket.notSolved')}
        </Button>
      </span>
      {asking && (
        <PartPlace>
          <NotSolvedDialog ticket={ticket} onClose={() => setAsking(false)} />
        </PartPlace>
      )}
    </div>
  );
}

/** The other answer: the one that was given helped. The last word counts. */
function Solved({ ticket }: { ticket: TicketDetail }) {
  const [isSaid, setSaid] = useState(false);
  const answer = ticket.comments.findLast(({ is_closure_summary }) => is_closure_summary);
  if (!answer) return null;
  const say = async () => {
    setSaid(true);
    try {
      await rateAnswer(answer.id, true);
      toast({ text: t('ticket.solvedThanks') });
    } catch (error) {
      setSaid(false);
      toastRefusal(error);
    }
  };
  return (
    <Button
      small
      icon="check"
      aria-pressed={isSaid}
      onClick={say}
      className="aria-pressed:border-transparent aria-pressed:bg-success-soft aria-pressed:text-success"
    >
      {t('ticket.solved')}
    </Button>
  );
}

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
