import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { day } from '../../texts/dates.ts';
import { loadTexts, t } from '../../texts/texts.ts';

const NotSolvedDialog = lazy(async () => {
  const [{ NotSolvedDialog }] = await Promise.all([import('./not-solved-dialog.tsx'), loadTexts('reopening')]);
  return { default: NotSolvedDialog };
});

/** What a reporter does about a closed ticket of theirs that is not solved: reopens it, or after some days reports it anew. */
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
      <Button small icon="refresh" onClick={() => setAsking(true)}>
        {t('ticket.notSolved')}
      </Button>
      {asking && (
        <Suspense>
          <NotSolvedDialog ticket={ticket} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
