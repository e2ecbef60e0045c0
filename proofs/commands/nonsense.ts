import { oneOf } from './damage.ts';

const COMMANDS = [
  ['import', 'csv'],
  ['import', 'github'],
  ['import', 'openarca'],
  ['import', 'kwit'],
  ['import', 'verify', 'openarca'],
  ['import', 'resume'],
  ['import'],
  ['export'],
  ['backup'],
  ['restore'],
  ['check'],
  ['person', 'show'],
  ['person', 'export'],
  ['person', 'erase'],
  ['person', 'invite'],
  ['outbox', 'replay'],
  ['token', 'add'],
];
const OPTIONS = [
  '--dry-run --yes --columns --ignore-unknown --encoding --separator --zone --people --map --comments --files --rejected',
  '--source --report --renumber --settings --mail-settings --allow-missing-files --repair-links --labels-as-projects',
  '--answer --keep --keep-weekly --without-secrets --files-only --data-dir --into-new --sign-everyone-out --resend --quick',
  '--json --without-files --with-events --project --since --texts --answers --scope --name --anyone-at --frob -x --',
].flatMap((line) => line.split(' '));
const VALUES = [
  ...['', ' ', '=', '-1', '0', '7', '99999999999999999999', 'NaN', 'null', '%00', '\u202e', '＝1+1', '-', '--', '🙂'],
  ...[
    'ada@example.com',
    '@',
    'a@b',
    '2026-02-31',
    '2026-11-22',
    'Europe/Warsaw',
    'Mars/X',
    'utf-8',
    'latin1',
    ';',
    'tab',
  ],
  ...['Temat=title', 'a=b=c', 'status.Done=closed', 'status.=', 'label.bug=', '__proto__=title', 'constructor', 'skip'],
  ...[
    's3://',
    's3://bucket?endpoint=http%3A%2F%2F127.0.0.1%3A1',
    's3:///x',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'last-comment',
    'read',
    'failed',
  ],
];

/** Words that somebody may type after `kwit`, most of which mean nothing. @param places paths in a folder of the test. */
export function nonsense(chance: () => number, places: readonly string[]): string[] {
  const words = [...oneOf(COMMANDS, chance)];
  for (let left = Math.floor(chance() * 4); left > 0; left -= 1)
    words.push(chance() < 0.5 ? oneOf(OPTIONS, chance) : oneOf(chance() < 0.5 ? VALUES : places, chance));
  if (chance() < 0.5) words.push(oneOf(places, chance));
  return words;
}
