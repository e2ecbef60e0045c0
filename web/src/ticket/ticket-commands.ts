import type { TicketDetail } from '../backend/tickets.ts';
import { type Command, useCommands } from '../commands/registry.ts';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { useChangeTicket } from '../tickets/changing/change.ts';
import { ticketCommands } from '../tickets/changing/commands.ts';
import { splitRequest } from '../tickets/changing/dialog-requests.ts';
import { writingCommands } from './composing/writing-request.ts';

export function useTicketCommands(ticket: TicketDetail): void {
  const me = useMe();
  const change = useChangeTicket();
  useCommands([
    ...ticketCommands([ticket], me, change),
    ...(ticket.merged_into ? [] : writingCommands(ticket)),
    ...splitCommands(ticket),
  ]);
}

const splitCommands = (ticket: TicketDetail): Command[] =>
  ticket.can.link && ticket.comments.some(({ is_closure_summary }) => !is_closure_summary)
    ? [
        {
          id: 'split',
          label: t('command.split'),
          group: 'ticket',
          keys: 'shift+u',
          run: () => splitRequest.ask(ticket),
        },
      ]
    : [];
