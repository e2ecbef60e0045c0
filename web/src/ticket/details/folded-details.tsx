import type { TicketDetail } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { useMinWidth } from '../../design/window.ts';
import { useIsDeveloper } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { t } from '../../texts/texts.ts';
import { PrioritySign } from '../../tickets/showing/status.tsx';
import { Details } from './details.tsx';

/** On a phone the description comes first: the details are one line that the user unfolds. */
export function FoldedDetails({ ticket }: { ticket: TicketDetail }) {
  const roomy = useMinWidth(40);
  const developer = useIsDeveloper();
  const nameOf = usePersonName();
  if (roomy) return <Details ticket={ticket} compact />;
  return (
    <details className="group rounded-xl border border-line">
      <summary className="flex min-h-12 list-none items-center gap-2 px-4 text-sm">
        {developer && <PrioritySign priority={ticket.priority} />}
        <span className="min-w-0 flex-1 truncate">
          {[
            ticket.assignee_id ? nameOf(ticket.assignee_id, ticket.assignee_name) : t('assignee.nobodyYet'),
            t(`category.${ticket.category}`),
            ticket.project_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Icon name="down" size={16} className="text-muted group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-1">
        <Details ticket={ticket} compact />
      </div>
    </details>
  );
}
