import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { enqueue } from '../../backend/change-queue.ts';
import { type ExternalReference, type RelatedTicket, removeReference, unrelate } from '../../backend/links.ts';
import type { Status, TicketDetail } from '../../backend/tickets.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import { StatusSign } from '../../tickets/showing/status.tsx';
import { LinkDialog } from './link-dialog.tsx';

export const hasLinks = ({ related_tickets, external_references }: TicketDetail): boolean =>
  related_tickets.length + external_references.length > 0;

/** The links of a ticket to others and elsewhere, when there are any. */
export function Links({ ticket }: { ticket: TicketDetail }) {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const { related_tickets: related, external_references: references } = ticket;
  if (!hasLinks(ticket)) return null;
  const remove = async (work: () => Promise<unknown>) => {
    try {
      await enqueue(ticket.id, work);
    } catch (error) {
      toastRefusal(error);
    }
    client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
  };
  return (
    <section aria-label={t('links.title')}>
      <div className="mb-2 flex items-center gap-2">
        <h2 className="text-sm font-semibold text-muted">{t('links.title')}</h2>
        {ticket.can.link && (
          <Button look="quiet" small icon="link" onClick={() => setAdding(true)}>
            {t('links.add')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {related.map((link) => (
          <RelatedRow
            key={`${link.id} ${link.relation_type}`}
            link={link}
            onRemove={ticket.can.link ? () => remove(() => unrelate(ticket.id, link.id)) : undefined}
          />
        ))}
        {references.map((reference) => (
          <ReferenceRow
            key={reference.id}
            reference={reference}
            onRemove={ticket.can.link ? () => remove(() => removeReference(ticket.id, reference.id)) : undefined}
          />
        ))}
      </ul>
      {adding && <LinkDialog ticket={ticket} onClose={() => setAdding(false)} />}
    </section>
  );
}

const ROW = 'flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm hover:bg-hover';

function RelatedRow({ link, onRemove }: { link: RelatedTicket; onRemove: (() => void) | undefined }) {
  return (
    <li className={ROW}>
      <StatusSign status={link.status as Status} />
      <span className="shrink-0 text-xs text-muted">{t(`relation.${link.relation_type}_${link.direction}`)}</span>
      <Link
        to="/t/$number"
        params={{ number: String(link.number) }}
        className="relative min-w-0 flex-1 truncate hover:underline"
      >
        <span className="tabular-nums text-muted">#{link.number}</span> {link.title}
        <span className="sr-only">, {t(`status.${link.status as Status}`)}</span>
      </Link>
      {onRemove && (
        <IconButton icon="close" label={t('links.remove', { name: `#${link.number}` })} small onClick={onRemove} />
      )}
    </li>
  );
}

function ReferenceRow({ reference, onRemove }: { reference: ExternalReference; onRemove: (() => void) | undefined }) {
  const name = reference.title || reference.url;
  return (
    <li className={ROW}>
      <Icon name="link" size={16} className="text-muted" />
      <span className="shrink-0 text-xs text-muted">{t(`reference.${reference.ref_type}`)}</span>
      <a
        href={reference.url}
        target="_blank"
        rel="noopener noreferrer"
        className="relative min-w-0 flex-1 truncate hover:underline"
      >
        {name}
      </a>
      {onRemove && <IconButton icon="close" label={t('links.remove', { name })} small onClick={onRemove} />}
    </li>
  );
}
