import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tellingsQuery } from '../../backend/tellings.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';

const ToldPeople = onDemand(async () => (await import('./told-people.tsx')).ToldPeople, 'telling');

const FAILURES = ['failed', 'bounced'];

/** Receipts of the ticket; people who do not work on it see their own. Below everything else. */
export function WhoWasTold({ ticket }: { ticket: TicketDetail }) {
  const developer = useIsDeveloper();
  const [isOpen, open] = useState(false);
  // A developer who only reported the ticket, or was added to it, reads their own alone.
  const isWhole = developer && 'beside' in ticket;
  const lines = useQuery({ ...tellingsQuery(ticket), enabled: isOpen || isWhole }).data ?? [];
  const failed = lines.filter(({ state }) => FAILURES.includes(state)).length;
  return (
    <details onToggle={(event) => open(event.currentTarget.open)} className="group">
      <summary
        data-reach="receipts"
        data-opens
        className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11"
      >
        <Icon name="mail" size={16} />
        <span>{t(isWhole ? 'told.title' : 'told.own')}</span>
        {failed > 0 && <span className="font-medium text-danger">{t('told.failed', { count: failed })}</span>}
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      {isOpen && (
        <PartPlace>
          <ToldPeople ticket={ticket} lines={lines} />
        </PartPlace>
      )}
    </details>
  );
}
