import { addressOf, contextOf, isEmail, readTyped, type TerminalCommand, UsageError } from '#platform';
import { takeOverByCommand } from './take-over.ts';

const OPTIONS = { team: { type: 'string' }, reason: { type: 'string' } } as const;

/**
 * Reads the words after `kwit project take-over`. @returns null when they say nothing that Kwit can do.
 *
 * @throws UsageError for a reason that is shorter than 10 characters, or longer than 500.
 */
export function readTakeOver(args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null) return null;
  const [project = '', owner = '', ...rest] = read.positionals;
  const { team, reason: text } = read.values;
  if (project === '' || !isEmail(owner) || text === undefined || rest.length > 0) return null;
  const reason = text.trim();
  if (reason.length < 10 || reason.length > 500)
    throw new UsageError('--reason takes 10 to 500 characters: its people read it for 90 days.');
  const address = addressOf(owner);
  return async ({ runner, say }) => {
    const order = { project, address, team: team?.trim() ?? null, reason };
    const done = await runner.write(contextOf('project take-over'), (work) => takeOverByCommand(work, order));
    if (done.isNew)
      say(`${address} leads ${done.team} from now on, and works in ${done.project}. Its people are told.`);
    else say(`${address} leads ${done.team} already: nothing was changed.`);
    return true;
  };
}
