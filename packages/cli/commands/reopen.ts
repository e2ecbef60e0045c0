import { orThrow } from '@kwit/client';
import { command, ticketNumber } from '../command.ts';
import { reportOf } from '../report.ts';
import { sendText } from '../terminal/editor.ts';

export const reopen = command({
  name: 'reopen',
  summary: 'Says that a closed ticket is not solved; without -m, in your editor.',
  words: '<number>',
  count: [1, 1],
  options: {
    message: { type: 'string', short: 'm', value: 'text', about: 'What is still wrong; - reads it from the input.' },
  },
  examples: [
    ['kwit reopen 42', 'in your editor, with the ticket below'],
    ['kwit reopen 42 -m "It jams again with thick paper."', ''],
  ],
  async run({ words: [word], options, terminal, account: { kwit } }) {
    const number = ticketNumber(word);
    const ticket = await kwit.ticket(number);
    if (ticket.status !== 'closed') return terminal.tell(`#${number} is open: ${ticket.status}.`);
    const params = { path: { id: ticket.id } };
    // Its reporter has an operation of its own; a developer says why, and changes the status: a comment that is refused leaves all as it was.
    await sendText(
      terminal,
      options.message,
      () => reportOf(ticket, (_, words) => words),
      async (content) => {
        if (ticket.can.reopen) return orThrow(kwit.POST('/api/tickets/{id}/reopen', { params, body: { content } }));
        await kwit.comment(ticket, { content });
        return kwit.changeTicket(ticket, { status: 'verified' });
      },
    );
    terminal.tell(`#${number} is open again.`);
  },
});
