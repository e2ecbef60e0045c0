import { orThrow } from '@kwit/client';
import { command } from '../command.ts';
import { inOneLine } from '../terminal/width.ts';

export const whoami = command({
  name: 'whoami',
  summary: 'Says who you are, where, and where your token lies.',
  words: '',
  count: [0, 0],
  options: {},
  examples: [['kwit whoami', '']],
  async run({ terminal, account }) {
    const { place } = account.found;
    const { name, email, role } = await orThrow(account.kwit.GET('/api/auth/me'));
    terminal.say(`${inOneLine(name)} <${email}>, ${role}, at ${account.url}`);
    terminal.say(`The token is from ${place}.`);
  },
});
