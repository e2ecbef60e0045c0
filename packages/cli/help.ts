import { columns } from './command.ts';
import { COMMANDS } from './commands.ts';

export const HELP = [
  'Usage: kwit <command>',
  '',
  ...columns(COMMANDS.map(({ name, words, summary }) => [`${name} ${words}`, summary])),
  '',
  'For example:',
  ...columns([
    ['kwit login https://tickets.example.com', 'sign in once'],
    ['kwit list --assignee me', 'see your work'],
    ['kwit take 42 && kwit show 42', 'begin'],
    ['kwit close 42', 'write the answer in your editor'],
  ]),
  '',
  'kwit <command> --help explains a command. In a pipe there are tabs between columns, no colours and no questions.',
  'It ends with 1 when the service refused, 2 when the command was not understood, 4 when you are not signed in, and 5',
  'when nothing answers. $KWIT_URL and $KWIT_TOKEN stand for a sign-in. Node reads a proxy of the environment where',
  'NODE_USE_ENV_PROXY is 1, and trusts the authorities in the file that NODE_EXTRA_CA_CERTS names.',
].join('\n');
