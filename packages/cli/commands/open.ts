import { spawn } from 'node:child_process';
import { command, ticketNumber } from '../command.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` takes its first quoted word for a title.
  win32: ['cmd', '/c', 'start', ''],
};

export const open = command({
  name: 'open',
  summary: 'Opens a ticket in the browser.',
  words: '[<number>]',
  options: { print: { type: 'boolean', about: 'Writes the address instead.' } },
  examples: [
    ['kwit open 42', ''],
    ['kwit open', 'the start page'],
    ['kwit open 42 --print | xclip', 'the address, to paste it somewhere'],
  ],
  async run({ words: [word], options, terminal, account }) {
    const address = word === undefined ? `${account.url}/` : `${account.url}/t/${ticketNumber(word)}`;
    if (options.print || !terminal.isForPeople) return terminal.say(address);
    const [program, ...args] = process.env.BROWSER
      ? [process.env.BROWSER]
      : (OPENERS[process.platform] ?? ['xdg-open']);
    const browser = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    browser.once('error', () => terminal.say(address));
    browser.unref();
  },
});
