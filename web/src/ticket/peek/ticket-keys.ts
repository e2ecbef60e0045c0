import { useNavigate } from '@tanstack/react-router';
import type { TicketSummary } from '../../backend/tickets.ts';
import { type Command, onRow, useCommands } from '../../commands/registry.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { ticketCommands } from '../../tickets/changing/commands.ts';
import { useRowKeys } from '../../tickets/walking/walk.ts';
import { writingCommands } from '../composing/writing-request.ts';
import { usePeek } from './with-peek.tsx';

interface TicketKeys {
  /** Brings a ticket into sight; without it, the page scrolls to its row. */
  show?: (ticket: TicketSummary) => void;
  /** The tickets on which the keys act instead of the current one. */
  chosen?: TicketSummary[];
  /** Called with the ids of tickets that were closed or merged together. */
  onDone?: (ids: readonly string[]) => void;
  /** Further commands of the page. */
  more?: (current: TicketSummary | undefined) => Command[];
}

/** J and K move to another ticket, Enter opens it, Space shows it beside, R replies, and the other keys change it. */
export function useTicketKeys(tickets: readonly TicketSummary[], { show, chosen = [], onDone, more }: TicketKeys = {}) {
  const me = useMe();
  const change = useChangeTicket();
  const { peek, open } = usePeek();
  const { current, moveTo, commands } = useRowKeys(tickets, {
    peek,
    onStep: (ticket) => {
      show?.(ticket);
      if (peek !== undefined) open(ticket.number);
    },
  });
  const subject = chosen.length > 0 ? chosen : current && peek === undefined ? [current] : [];
  useCommands([
    ...commands,
    ...useOpeningCommands(current),
    ...(more?.(current) ?? []),
    ...ticketCommands(subject, me, change, onDone),
  ]);
  return { current, moveTo };
}

/** The ticket of a row: a row without `can` leaves it to the ticket's own page who may write there. */
type OpenableTicket = Pick<TicketSummary, 'id' | 'number'> & Partial<Pick<TicketSummary, 'can'>>;

/** The keys that open the current ticket of a list or a board: on its page, or in the panel beside. */
export function useOpeningCommands(current: OpenableTicket | undefined): Command[] {
  const navigate = useNavigate();
  const { peek, open, close } = usePeek();
  return [
    onRow(current, 'open', t('command.open'), 'enter', ({ number }) =>
      navigate({ to: '/t/$number', params: { number: String(number) } }),
    ),
    onRow(current, 'peek', t('command.peek'), 'space', ({ number }) => (peek === number ? close() : open(number))),
    ...(current && peek === undefined ? writingCommands(current, () => open(current.number)) : []),
  ];
}
