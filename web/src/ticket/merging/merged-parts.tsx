import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type BesideTicket, refreshTickets, unmergeTickets } from '../../backend/merging.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { Timeline } from '../conversation/timeline.tsx';

/** Where a ticket continues, for who works on it; and what stands beside it, with each conversation. */
export function MergedParts({ ticket }: { ticket: TicketDetail }) {
  return (
    <>
      {ticket.merged_into && <ContinuedIn ticket={ticket} number={ticket.merged_into.number} />}
      {ticket.beside && ticket.beside.length > 0 && <Beside ticket={ticket} beside={ticket.beside} />}
    </>
  );
}

function useUnmerge() {
  const client = useQueryClient();
  return async ({ id, number }: Pick<TicketDetail, 'id' | 'number'>): Promise<void> => {
    const { refused } = await unmergeTickets([id]);
    for (const { error } of refused) toastRefusal(error, `#${number}`);
    if (refused.length === 0) toast({ text: t('merging.unmerged', { number }) });
    await refreshTickets(client);
  };
}

function ContinuedIn({ ticket, number }: { ticket: TicketDetail; number: number | null }) {
  const navigate = useNavigate();
  const unmerge = useUnmerge();
  const mayUnmerge = ticket.can.comment_internally;
  useEffect(() => {
    // People who do not work on it can do nothing here.
    if (!mayUnmerge && number !== null)
      navigate({ to: '/t/$number', params: { number: String(number) }, replace: true });
  }, [mayUnmerge, navigate, number]);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-info-soft px-4 py-2 text-sm text-info">
      <Icon name="link" size={16} />
      {number === null ? (
        <span className="mr-auto font-medium">{t('merging.continuedElsewhere')}</span>
      ) : (
        <Link to="/t/$number" params={{ number: String(number) }} className="mr-auto font-medium underline">
          {t('merging.continuedIn', { number })}
        </Link>
      )}
      {mayUnmerge && (
        <Button small icon="undo" onClick={() => unmerge(ticket)} data-reach="unmerge">
          {t('merging.unmerge')}
        </Button>
      )}
    </p>
  );
}

function Beside({ ticket, beside }: { ticket: TicketDetail; beside: readonly BesideTicket[] }) {
  const lead = beside.find(({ is_lead }) => is_lead);
  const unmerge = useUnmerge();
  return (
    <section aria-label={t('merging.besideTitle')} className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="mr-auto text-sm font-semibold text-muted">
          {lead ? t('merging.standsBeside', { number: lead.number }) : t('merging.besideTitle')}
        </h2>
        {lead && (
          <Button look="quiet" small icon="undo" onClick={() => unmerge(ticket)} data-reach="unmerge">
            {t('merging.takeOff')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line">
        {beside.map((entry) => (
          <Other key={entry.id} other={entry} onTakeOff={entry.is_lead ? undefined : () => unmerge(entry)} />
        ))}
      </ul>
    </section>
  );
}

/** A ticket that stands beside the one on the page. Its conversation is there when the user opens it. */
function Other({ other, onTakeOff }: { other: BesideTicket; onTakeOff: (() => void) | undefined }) {
  const [open, setOpen] = useState(false);
  const { number, title, reporter_name, is_lead } = other;
  return (
    <li className="px-3 py-1.5">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md text-sm max-md:min-h-11">
          <Icon name={open ? 'down' : 'right'} size={16} className="shrink-0 text-faint" />
          <span className="tabular-nums text-xs text-muted">#{number}</span>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {is_lead && <span className="shrink-0 rounded-md bg-accent-soft px-1.5 text-xs">{t('merging.lead')}</span>}
          <span className="shrink-0 text-xs text-muted max-md:hidden">{reporter_name}</span>
        </summary>
        {open && <OtherConversation number={number} onTakeOff={onTakeOff} />}
      </details>
    </li>
  );
}

function OtherConversation({ number, onTakeOff }: { number: number; onTakeOff: (() => void) | undefined }) {
  const { data: ticket } = useQuery(ticketQuery(number));
  if (!ticket) return <Skeleton lines={3} />;
  return (
    <div className="flex flex-col gap-3 py-3">
      <p className="text-sm whitespace-pre-line">{ticket.description}</p>
      <Timeline key={ticket.id} ticket={ticket} />
      <div className="flex flex-wrap gap-2">
        <Link to="/t/$number" params={{ number: String(number) }} className="mr-auto text-sm text-accent underline">
          {t('command.open')}
        </Link>
        {onTakeOff && (
          <Button look="quiet" small icon="undo" onClick={onTakeOff}>
            {t('merging.takeOff')}
          </Button>
        )}
      </div>
    </div>
  );
}
