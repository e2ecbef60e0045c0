import { useQueryClient } from '@tanstack/react-query';
import { addPersonByEmail, type CcAddress } from '../../backend/access.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Problem, useAttempt } from '../../design/form.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';

/** Other recipients of the mails on a ticket: a mail adds nobody, so each is offered to be added. */
export function CcOffers({ ticket, cc }: { ticket: TicketDetail; cc: readonly CcAddress[] }) {
  return (
    <ul className="flex flex-col gap-1 px-2 text-sm">
      {cc.map((address) => (
        <CcOffer key={address.email} ticket={ticket} {...address} />
      ))}
    </ul>
  );
}

function CcOffer({ ticket, email, name }: CcAddress & { ticket: TicketDetail }) {
  const client = useQueryClient();
  const adding = useAttempt(async () => {
    const added = await addPersonByEmail(ticket.id, email);
    toast({ text: t('access.added', { name: added.name, number: ticket.number }) });
    await client.invalidateQueries({ queryKey: ['access', ticket.number] });
    await client.invalidateQueries({ queryKey: ['tickets'] });
  });
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span className="w-full wrap-anywhere text-muted" title={email}>
        {t('access.cc', { name: name ?? email })}
      </span>
      {name === null ? (
        <span className="text-xs text-muted">{t('access.ccUnknown')}</span>
      ) : (
        <Button
          small
          look="quiet"
          busy={adding.busy}
          onClick={adding.attempt}
          aria-label={t('access.ccAdd', { name: name ?? email })}
        >
          {t('access.add')}
        </Button>
      )}
      <Problem text={adding.problem} className="w-full" />
    </li>
  );
}
