import type { TicketDetail } from '../backend/tickets.ts';
import { useCommands } from '../commands/registry.ts';
import { useMe } from '../session/me.ts';
import { useChangeTicket } from '../tickets/changing/change.ts';
import { ticketCommands } from '../tickets/changing/commands.ts';
import { writingCommands } from './composing/writing-commands.ts';

export function useTicketCommands(ticket: TicketDetail): void {
  const me = useMe();
  const change = useChangeTicket();
  useCommands([...ticketCommands([ticket], me, change), ...writingCommands(ticket)]);
}
