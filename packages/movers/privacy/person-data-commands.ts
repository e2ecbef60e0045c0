import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { findUserByEmail } from '#people';
import {
  addressOf,
  type CommandParts,
  contextOf,
  Failure,
  instant,
  readTyped,
  StartRefused,
  type TerminalCommand,
  type Work,
} from '#platform';
import { recordAudit } from '#settings';
import { isFileError } from '../exports/export-command.ts';
import { type ErasureMode, erasePerson, finishErasure } from './erase-person.ts';
import { personArchive, readPersonExport } from './export-person.ts';
import { PersonDataStore } from './person-data-store.ts';

export const PERSON_DATA_USAGE = `  person show <address>            Tells how much there is about somebody, by table.
  person export <address> <file.tar>
                                   Writes everything about somebody into an archive: their rows, and the files they sent.
  person erase <address>           Takes away name, address, picture, sessions and tokens; tickets and comments stay, as
                                   those of a person without a name. It tells what it will do, and asks.
      --texts                      Erases their reports, comments and files, too.
      --answers                    And the answers with which they closed tickets.
      --yes                        Does not ask.`;

const OPTIONS = { texts: { type: 'boolean' }, answers: { type: 'boolean' }, yes: { type: 'boolean' } } as const;

/** Reads the words after `kwit person show`, `export` or `erase`. @returns null when they say nothing that Kwit can do. */
export function readPersonData(verb: string, args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null) return null;
  const { values, positionals } = read;
  const [typed = '', path = '', ...rest] = positionals;
  const hasOptions = Object.keys(values).length > 0;
  const address = addressOf(typed);
  if (!address.includes('@') || rest.length > 0) return null;
  if (verb === 'erase' && path === '') {
    const mode = { texts: values.texts ?? false, answers: values.answers ?? false };
    return mode.answers && !mode.texts ? null : (parts) => erase(parts, address, mode, values.yes ?? false);
  }
  if (hasOptions) return null;
  if (verb === 'export') return path === '' ? null : (parts) => exportPerson(parts, address, path);
  return path === '' ? (parts) => show(parts, address) : null;
}

async function idOf(work: Work<null>, address: string): Promise<string> {
  const user = await findUserByEmail(work, address);
  if (user === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
  return user.id;
}

async function show({ runner, say }: CommandParts, address: string): Promise<boolean> {
  const counts = await runner.read(contextOf('person show'), async (work) =>
    work.of(PersonDataStore).counts(await idOf(work, address)),
  );
  say([`Rows that name ${address}:`, ...counts.map(({ table, rows }) => `${table.padEnd(20)} ${rows}`)].join('\n'));
  return true;
}

async function exportPerson({ runner, files, say }: CommandParts, address: string, path: string): Promise<boolean> {
  const context = { ...contextOf('person export'), whileReadOnly: true };
  const data = await runner.snapshot(context, async (work) => readPersonExport(work, await idOf(work, address)));
  await runner.write(context, (work) => recordAudit(work, 'person.exported', data.id, {}));
  const archive = personArchive(data, files, instant(runner.clock.now()));
  try {
    await pipeline(archive, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    throw isFileError(error) ? new StartRefused(unwritable(path, error)) : error;
  }
  say(`Everything about ${address} is in ${path}: ${data.tables.size} tables, ${data.files.length} files.`);
  return true;
}

const unwritable = (path: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'EEXIST' ? `${path} is there already. Name another file.` : `${path} cannot be written: ${message}.`;

async function erase(parts: CommandParts, address: string, mode: ErasureMode, isAgreed: boolean): Promise<boolean> {
  const { runner, source, say, ask } = parts;
  const context = contextOf('person erase');
  await show(parts, address);
  say(announcementOf(mode));
  if (!isAgreed && !(await ask?.(`Erase ${address}? Nobody can take it back. [y/N] `))) {
    say(ask === undefined ? 'Nothing was erased: there is no terminal to ask at. Add --yes.' : 'Nothing was erased.');
    return false;
  }
  const removed = await runner.write(context, async (work) =>
    erasePerson(work, source, await idOf(work, address), mode),
  );
  await finishErasure(parts, removed);
  const files = `${removed.length} file${removed.length === 1 ? '' : 's'}`;
  say(`Erased, with ${files}. Backups of before still have everything; ${ofBackups(parts.config.backupDir)}`);
  return true;
}

/** Beside the backups of BACKUP_DIR stands who was erased; each backup says so beside itself. */
const ofBackups = (backupDir: string | null): string =>
  backupDir === null
    ? 'make a new one beside them, so that restoring an older one erases again.'
    : 'restoring one erases again.';

const announcementOf = ({ texts, answers }: ErasureMode): string =>
  [
    'Erased are name, address, picture, sessions, tokens, views and notices; open tickets become unassigned.',
    texts ? 'Erased too are their reports, comments, references and files.' : 'Their reports, comments and files stay.',
    answers ? 'Erased too are the answers with which they closed tickets.' : 'Their answers stay.',
  ].join('\n');
