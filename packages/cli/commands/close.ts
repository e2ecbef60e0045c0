import { type Kwit, orThrow } from '@kwit/client';
import { command, ticketNumber, withoutUndefined } from '../command.ts';
import { FIELD_OPTION, fieldsGiven } from '../fields.ts';
import { reportOf } from '../report.ts';
import { sendText } from '../terminal/editor.ts';
import { inOneLine, withoutControls } from '../terminal/table.ts';
import type { TicketDetail } from '../tickets.ts';

export const reopen = command({
  name: 'reopen',
  summary: 'Says that a closed ticket is not solved; without -m, in your editor.',
  words: '<number>',
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
      () => reportOf(ticket),
      async (content) => {
        if (ticket.can.reopen) return orThrow(kwit.POST('/api/tickets/{id}/reopen', { params, body: { content } }));
        await kwit.comment(ticket, { content });
        return kwit.changeTicket(ticket, { status: 'verified' });
      },
    );
    terminal.tell(`#${number} is open again.`);
  },
});

export const close = command({
  name: 'close',
  summary: 'Closes a ticket with its answer; without -m, in your editor.',
  words: '<number>',
  options: {
    message: {
      type: 'string',
      short: 'm',
      value: 'answer',
      about: 'What its reporter gets to read; - from the input.',
    },
    question: { type: 'string', short: 'q', value: 'text', about: 'What it was about, in words for colleagues.' },
    ...FIELD_OPTION,
    'found-by': {
      type: 'string',
      multiple: true,
      value: 'words',
      about: 'Other words by which it is found; again for more.',
    },
    'not-shared': { type: 'boolean', about: 'Colleagues do not find the answer.' },
  },
  examples: [
    ['kwit close 42', 'in your editor, with the ticket and what was answered to similar ones below'],
    ['kwit close 42 -m "The roller was worn; it is replaced." -q "Printer jams"', ''],
  ],
  async run({ words: [word], options, terminal, account }) {
    const number = ticketNumber(word);
    const ticket = await account.kwit.ticket(number);
    if (ticket.status === 'closed') return terminal.tell(`#${number} was closed already, and keeps its answer.`);
    const beside = async () => [reportOf(ticket), await similarAnswers(account.kwit, ticket)].join('\n\n');
    const about = withoutUndefined({
      closure_question: options.question,
      closure_found_by: options['found-by'],
      closure_shared: options['not-shared'] ? false : undefined,
      fields: await fieldsGiven(account.kwit, options.field),
    });
    await sendText(terminal, options.message, beside, (answer) =>
      account.kwit.changeTicket(ticket, { status: 'closed', closure_summary: answer, ...about }),
    );
    terminal.tell(`#${number} is closed, and its reporter has your answer.`);
  },
});

/** The answers of tickets like this one, for whoever writes its answer. */
async function similarAnswers(kwit: Kwit, { title, description }: TicketDetail): Promise<string> {
  // No more of the text than fits into an address in any script: a letter may take 12 characters there.
  const query = { title, description: [...description].slice(0, 300).join('') };
  const similar = await orThrow(kwit.GET('/api/tickets/similar', { params: { query } }));
  const answers = similar.map(
    (ticket) => `#${ticket.number} ${inOneLine(ticket.title ?? '')}\n${withoutControls(ticket.summary_content)}`,
  );
  return answers.length === 0 ? '' : ['# What was answered to similar ones', ...answers].join('\n\n');
}
