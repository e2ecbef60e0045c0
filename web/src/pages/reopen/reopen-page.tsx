/** Where the mail of a closing leads its reporter who says that it is not solved. Opening the page changes nothing. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { buttonClass } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { NotSolvedForm } from '../../ticket/reopening/not-solved-form.tsx';

export function ReopenPage() {
  const { number } = useParams({ from: '/signed-in/reopen/$number' });
  return (
    <>
      <PageHeader title={t('reopening.title')} />
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-5 p-4 md:p-6">
        {/^\d{1,9}$/.test(number) ? (
          <OfTicket key={number} number={Number(number)} />
        ) : (
          <Empty text={t('refusal.ticket_not_found')} />
        )}
      </div>
    </>
  );
}

function OfTicket({ number }: { number: number }) {
  const { data: ticket, error, refetch } = useQuery(ticketQuery(number));
  const navigate = useNavigate();
  if (!ticket) return error ? <LoadFailed error={error} onRetry={() => refetch()} /> : <Skeleton lines={3} />;
  return (
    <>
      <h2 className="font-semibold wrap-anywhere">
        <TicketLink number={number}>
          #{number} {ticket.title}
        </TicketLink>
      </h2>
      <Answer ticket={ticket} />
      {ticket.can.reopen ? (
        <NotSolvedForm
          ticket={ticket}
          onReopened={() => navigate({ to: '/t/$number', params: { number: String(number) }, replace: true })}
        />
      ) : (
        <NotReopenable ticket={ticket} />
      )}
    </>
  );
}

/** The answer with which the ticket was closed. */
function Answer({ ticket }: { ticket: TicketDetail }) {
  const answer = ticket.comments.find((comment) => comment.is_closure_summary);
  if (!answer || ticket.status !== 'closed') return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm text-muted">{t('reopening.answer')}</h3>
      <div className="rounded-lg border border-line bg-surface px-4 py-3">
        <Markdown text={answer.content} />
      </div>
    </section>
  );
}

/** Why the ticket cannot be reopened, and what to do instead. */
function NotReopenable({ ticket: { number, status, closed_at } }: { ticket: TicketDetail }) {
  const isDeveloper = useIsDeveloper();
  if (isDeveloper || status !== 'closed' || closed_at === null)
    return (
      <Empty
        text={t(status === 'closed' ? 'reopening.forDevelopers' : 'reopening.open')}
        action={<TicketLink number={number}>{t('reopening.toTicket')}</TicketLink>}
      />
    );
  return (
    <Empty
      text={t('reopening.tooLate', { day: day(closed_at), number })}
      action={
        <Link to="/new" className={buttonClass('primary')}>
          {t('reopening.anew')}
        </Link>
      }
    />
  );
}

function TicketLink({ number, children }: { number: number; children: ReactNode }) {
  return (
    <Link
      to="/t/$number"
      params={{ number: String(number) }}
      className="text-accent underline underline-offset-2 hover:no-underline"
    >
      {children}
    </Link>
  );
}
