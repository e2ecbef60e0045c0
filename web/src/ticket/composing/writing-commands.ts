import type { TicketSummary } from '../../backend/tickets.ts';
import type { Command } from '../../commands/registry.ts';
import { t } from '../../texts/texts.ts';
import { askToWrite } from './writing-request.ts';

type WritableTicket = Pick<TicketSummary, 'id'> & Partial<Pick<TicketSummary, 'can'>>;

/**
 * The keys that begin a comment on a ticket.
 *
 * @param show brings the ticket's composer on the page, where it is not there yet.
 */
export function writingCommands(ticket: WritableTicket, show: () => void = () => {}): Command[] {
  const offer = (id: string, label: string, keys: string, internal: boolean): Command => ({
    ...{ id, label, keys },
    group: 'ticket',
    run: () => {
      show();
      askToWrite(ticket, internal);
    },
  });
  return [
    ...((ticket.can?.comment ?? true)
      ? [offer('comment', t('command.comment'), 'm', false), offer('reply', t('command.comment'), 'r', false)]
      : []),
    ...(ticket.can?.comment_internally ? [offer('comment internally', t('command.internal'), 'shift+m', true)] : []),
  ];
}
