import { STATUSES, type Status, type TicketSummary } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { Menu, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import { StatusBadge, StatusSign } from '../showing/status.tsx';
import { useChangeTicket } from './change.ts';

/** The status, and a menu of all statuses for users who may change it. */
export function StatusMenu({ ticket }: { ticket: TicketSummary }) {
  const change = useChangeTicket();
  if (!ticket.can.change_status) return <StatusBadge status={ticket.status} />;
  return (
    <Menu
      label={t('field.status')}
      trigger={
        <button
          type="button"
          data-command="status"
          aria-label={`${t('field.status')}: ${t(`status.${ticket.status}`)}`}
          className="inline-flex items-center gap-0.5 rounded-full hover:bg-hover max-md:min-h-11"
        >
          <StatusBadge status={ticket.status} />
          <Icon name="down" size={14} className="mr-1 text-muted" />
        </button>
      }
    >
      <MenuRadioGroup
        value={ticket.status}
        onPick={(status: Status) => status !== ticket.status && change(ticket, { status })}
      >
        {STATUSES.map((status) => (
          <MenuRadio key={status} value={status}>
            <StatusSign status={status} />
            {t(`status.${status}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
