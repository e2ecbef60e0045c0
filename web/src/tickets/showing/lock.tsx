import type { TicketSummary } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { useSession } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';

/** The lock of what only some people see, with the words for who does not see it. */
export function Lock({ text }: { text: string }) {
  return (
    <span title={text} className="inline-flex shrink-0 text-muted">
      <Icon name="lock" size={14} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The lock of a ticket that is restricted, or in a sealed project; nothing for any other. */
export function TicketLock({ ticket }: { ticket: Pick<TicketSummary, 'restricted' | 'project_id'> }) {
  const { sealedProjectIds } = useSession();
  if (ticket.restricted) return <Lock text={t('field.restricted')} />;
  const isSealed = ticket.project_id !== null && sealedProjectIds.includes(ticket.project_id);
  return isSealed ? <Lock text={t('field.sealed')} /> : null;
}
