import { useState } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { t } from '../../texts/texts.ts';

const ActList = onDemand(async () => (await import('../../tickets/changing/act-list.tsx')).ActList, 'acts');

/** Acts on the ticket, and their undo. People who read no internals have their own acts. */
export function Acts({ ticket }: { ticket: TicketSummary }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary
        data-reach="history"
        data-opens
        className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11"
      >
        <Icon name="history" size={16} />
        <span>{t('undo.history')}</span>
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      {open && (
        <PartPlace>
          <ActList ticket={ticket.id} />
        </PartPlace>
      )}
    </details>
  );
}
