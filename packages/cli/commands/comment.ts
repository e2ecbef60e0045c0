import { command, ticketNumber } from '../command.ts';
import { FILE_OPTION, filesAt } from '../files.ts';
import { reportOf } from '../report.ts';
import { sendText } from '../terminal/editor.ts';

export const comment = command({
  name: 'comment',
  summary: 'Comments on a ticket; without -m, in your editor.',
  words: '<number>',
  options: {
    message: { type: 'string', short: 'm', value: 'text', about: 'What to say; - reads it from the input.' },
    internal: { type: 'boolean', short: 'i', about: 'Only developers read it.' },
    ...FILE_OPTION,
  },
  examples: [
    ['kwit comment 42', 'in your editor, with the ticket below'],
    ['kwit comment 42 -m "It happens with thick paper only."', ''],
    ['./diagnose | kwit comment 42 --internal -m -', "a program's output, for developers"],
  ],
  async run({ words: [word], options, terminal, account }) {
    const number = ticketNumber(word);
    const files = filesAt(options.file);
    const ticket = await account.kwit.ticket(number);
    const beside = () => reportOf(ticket);
    await sendText(terminal, options.message, beside, (content) =>
      account.kwit.comment(ticket, { content, is_internal: options.internal ?? false }, { files }),
    );
    terminal.tell(`Said on #${number}.`);
  },
});
