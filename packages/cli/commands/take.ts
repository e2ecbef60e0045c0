import { orThrow } from '@kwit/client';
import { command, ticketNumber } from '../command.ts';
import { UsageError } from '../exit.ts';
import { closedSentence } from './assign.ts';

export const take = command({
  name: 'take',
  summary: 'Makes a ticket your work.',
  words: '<number>',
  count: [1, 1],
  options: { start: { type: 'boolean', about: 'Says that you work on it now.' } },
  examples: [
    ['kwit take 42', 'it is yours, and verified if it was new'],
    ['kwit take 42 --start', 'the same, and in progress'],
  ],
  async run({ words: [word], options, terminal, account }) {
    const number = ticketNumber(word);
    const [ticket, me] = await Promise.all([account.kwit.ticket(number), orThrow(account.kwit.GET('/api/auth/me'))]);
    if (ticket.status === 'closed') throw new UsageError(closedSentence(number));
    const status = options.start ? { status: 'in_progress' as const } : {};
    const taken = await account.kwit.changeTicket(ticket, { assignee_id: me.id, ...status });
    terminal.tell(`#${number} is yours: ${taken.status}.`);
  },
});
