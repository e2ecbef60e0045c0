import { useNavigate } from '@tanstack/react-router';
import type { TicketSummary } from '../../backend/tickets.ts';
import type { Command } from '../../commands/registry.ts';
import { t } from '../../texts/texts.ts';
import { writingCommands } from '../composing/writing-commands.ts';
import { usePeek } from './with-peek.tsx';

/** What a row knows of its ticket: one without `can` leaves it to the ticket's own page who may write there. */
export type OpenableTicket = Pick<TicketSummary, 'id' | 'number'> & Partial<Pick<TicketSummary, 'can'>>;

/** The keys that open the current ticket of a list or a board: on its page, or in the panel beside. */
export function useOpeningCommands(current: OpenableTicket | undefined): Command[] {
  const navigate = useNavigate();
  const { peek, open, close } = usePeek();
  return [
    {
      id: 'open',
      label: t('command.open'),
      group: 'list',
      keys: 'enter',
      idle: !current,
      run: () => current && navigate({ to: '/t/$number', params: { number: String(current.number) } }),
    },
    {
      id: 'peek',
      label: t('command.peek'),
      group: 'list',
      keys: 'space',
      idle: !current,
      run: () => current && (peek === current.number ? close() : open(current.number)),
    },
    ...(current && peek === undefined ? writingCommands(current, () => open(current.number)) : []),
  ];
}
