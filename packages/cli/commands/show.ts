import { command, ticketNumber } from '../command.ts';
import { JSON_OPTION, jsonWriter } from '../json-fields.ts';
import { reportOf } from '../report.ts';
import { DETAIL_FIELDS } from '../tickets.ts';

export const show = command({
  name: 'show',
  summary: 'Shows a ticket with its conversation.',
  words: '<number>',
  options: { ...JSON_OPTION },
  examples: [
    ['kwit show 42', 'reads as a page'],
    ["kwit show 42 --json status,comments | jq '.comments[].content'", 'what was said'],
  ],
  async run({ words: [word], options, terminal, account }) {
    const number = ticketNumber(word);
    const write = jsonWriter(terminal, options.json, DETAIL_FIELDS);
    const ticket = await account.kwit.ticket(number);
    if (write !== null) return write(ticket);
    terminal.say(reportOf(ticket, (colour, words) => terminal.paint(colour, words)));
  },
});
