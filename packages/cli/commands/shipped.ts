import { orThrow } from '@kwit/client';
import { mentionReader } from '../../../contract/mentions.ts';
import { command } from '../command.ts';
import { UsageError } from '../exit.ts';

/** The bounds of one request: so many commits, and so many characters, of which each has 6 bytes at most in JSON. */
const MOST_COMMITS = 2000;
const MOST_CHARACTERS = 600_000;

/** How the log is to be printed. */
const FORMAT = "--format='%H%x00%ae%x00%B%x00'";

interface Commit {
  readonly id: string;
  readonly message: string;
}

/** Reads what `git log` prints in that format. @throws UsageError for anything else. */
export function readLog(log: string): Commit[] {
  const fields = log.split('\0');
  const rest = fields.pop() ?? '';
  if (rest.trim() !== '' || fields.length % 3 !== 0)
    throw new UsageError(`Pipe in what git log prints with ${FORMAT}.`);
  return Array.from({ length: fields.length / 3 }, (_, index) => {
    const [id = '', , message = ''] = fields.slice(index * 3);
    if (!/^[0-9a-f]{40,64}$/.test(id.trim())) throw new UsageError(`Pipe in what git log prints with ${FORMAT}.`);
    return { id: id.trim(), message };
  });
}

/** A commit whose message is too long for one request goes as the numbers that it names. */
const fitting = ({ id, message }: Commit, mentionsIn: (text: string) => number[]): Commit =>
  message.length <= MOST_CHARACTERS
    ? { id, message }
    : {
        id,
        message: mentionsIn(message)
          .map((number) => `kwit#${number}`)
          .join(' '),
      };

/** The commits in as many parts as there are to be requests, one at least. */
function inRequests(commits: readonly Commit[]): Commit[][] {
  const parts: Commit[][] = [[]];
  let characters = 0;
  for (const commit of commits) {
    const last = parts.at(-1) ?? [];
    characters += commit.message.length;
    if (last.length < MOST_COMMITS && characters <= MOST_CHARACTERS) last.push(commit);
    else {
      parts.push([commit]);
      characters = commit.message.length;
    }
  }
  return parts;
}

const needed = (name: string, value: string | undefined): string => {
  if (value === undefined) throw new UsageError(`Say --${name}: kwit shipped -h explains it.`);
  return value;
};

export const shipped = command({
  name: 'shipped',
  summary: 'Says that a version is in an environment, with the commits of a git log on its input.',
  words: '',
  options: {
    repository: { type: 'string', value: 'name', about: 'The repository: shop/web.' },
    version: { type: 'string', value: 'version', about: 'The version that got there.' },
    environment: { type: 'string', value: 'name', about: 'Where it got: production.' },
    'dry-run': { type: 'boolean', about: 'Shows which tickets the commits name, and sends nothing.' },
  },
  examples: [
    [
      `git log ${FORMAT} v2.3.9..v2.4.0 | kwit shipped --repository shop/web --version 2.4.0 --environment production`,
      'the last step of a pipeline',
    ],
  ],
  async run({ options, terminal, account }) {
    const shipment = {
      repository: needed('repository', options.repository),
      version: needed('version', options.version),
      environment: needed('environment', options.environment),
    };
    const mentionsIn = mentionReader(account.url);
    const commits = readLog(await terminal.readAll()).map((commit) => fitting(commit, mentionsIn));
    if (options['dry-run']) {
      const numbers = new Set(commits.flatMap(({ message }) => mentionsIn(message)));
      for (const number of [...numbers].sort((a, b) => a - b)) terminal.say(`#${number}`);
      return terminal.tell(`Nothing was sent. Commits: ${commits.length}, tickets that they name: ${numbers.size}.`);
    }
    const states = new Map<number, string>();
    let added = 0;
    for (const part of inRequests(commits)) {
      const body = { ...shipment, commits: part };
      const result = await orThrow(account.kwit.POST('/api/shipments', { body }));
      for (const { number, state } of result.tickets) states.set(number, state);
      added += result.new;
    }
    for (const [number, state] of [...states].sort(([a], [b]) => a - b)) terminal.say(`#${number}\t${state}`);
    terminal.tell(`${shipment.version} is in ${shipment.environment}. Tickets that were not there before: ${added}.`);
  },
});
