import { command, ticketNumber } from '../command.ts';

export const watch = command({
  name: 'watch',
  summary: 'Tells what happens, as it happens.',
  words: '[<number>]',
  examples: [
    ['kwit watch', 'until you press Ctrl+C'],
    ['kwit watch 42', 'one ticket'],
    ["kwit watch | grep --line-buffered 'ticket.created'", 'new ones alone'],
  ],
  async run({ words: [word], terminal, account }) {
    const only = word === undefined ? null : ticketNumber(word);
    if (terminal.isForPeople) terminal.tell('Listening. Ctrl+C ends it.');
    for await (const event of account.kwit.events()) {
      if (event.name !== 'ticket' || (only !== null && event.number !== only)) continue;
      const when = terminal.paint('dim', event.occurred_at);
      terminal.say([when, terminal.paint('bold', `#${event.number}`), event.type].join('\t'));
    }
  },
});
