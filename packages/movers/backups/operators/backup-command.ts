import {
  CLONE_COMMAND,
  type CommandParts,
  contextOf,
  isPlace,
  PIPE,
  readTyped,
  type TerminalCommand,
  UsageError,
} from '#platform';
import { counted, grouped, sizeOf, titleOf } from '../../integrity/check-database.ts';
import type { CopiedDatabase } from '../copy.ts';
import { type Keeping, USUAL_KEEPING } from '../keep-backups.ts';
import { type BackupContent, type CopiedKwit, type MadeBackup, makeBackup, type NotedCopy } from '../make-backup.ts';
import { BackupRefused } from '../places/manifest.ts';
import { streamBackup } from '../stream-backup.ts';

export const BACKUP_USAGE = `  backup [<folder>]                Adds a backup to a folder, or to a bucket (s3://bucket/prefix), beside a running service, and
                                   checks it: the database, the files that it names, and the keys. Without a folder: BACKUP_DIR.
                                   With - one archive (tar) on standard output.
      --keep <n>                   How many stay, 7 unless said; older ones are removed.
      --keep-weekly <n>            Besides them the newest of so many weeks, 4 unless said.
      --without-secrets            Leaves the keys of the service out.
      --files-only                 Leaves the database out, for whoever copies it in another way.`;

const OPTIONS = {
  keep: { type: 'string' },
  'keep-weekly': { type: 'string' },
  'without-secrets': { type: 'boolean' },
  'files-only': { type: 'boolean' },
} as const;

/** Reads the words after `kwit backup`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readBackup(args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null || read.positionals.length > 1) return null;
  const { values, positionals } = read;
  const last = readCount('keep', values.keep, USUAL_KEEPING.last, 1);
  const weekly = readCount('keep-weekly', values['keep-weekly'], USUAL_KEEPING.weekly, 0);
  const content = { database: !values['files-only'], secrets: !values['without-secrets'] };
  const [place = null] = positionals;
  if (place !== null && !isPlace(place))
    throw new UsageError(`“${place}” is no folder, and no address such as s3://bucket/prefix?region=eu-central-1.`);
  if (place !== PIPE) return (parts) => backup(parts, { ...content, place, keeping: { last, weekly } });
  if (values.keep !== undefined || values['keep-weekly'] !== undefined)
    throw new UsageError('Nothing is kept of an archive on standard output: leave --keep and --keep-weekly out.');
  return (parts) => backupInto(parts, content);
}

/** @throws UsageError when it is no number from `least` to 1,000. */
function readCount(option: string, text: string | undefined, usual: number, least: number): number {
  if (text === undefined) return usual;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (count < least || count > 1000)
    throw new UsageError(`--${option} takes a number from ${least} to 1,000, not “${text}”.`);
  return count;
}

const CONTEXT = contextOf('backup');

/** Problems that are printed at most; the manifest has all. */
const MOST_SHOWN = 20;

interface Asked extends BackupContent {
  readonly place: string | null;
  readonly keeping: Keeping;
}

/** @returns whether the backup is whole. */
async function backup(parts: CommandParts, { place, ...choice }: Asked): Promise<boolean> {
  const { dataDir, backupDir } = parts.config;
  const folder = place ?? backupDir;
  if (folder === null) throw new BackupRefused(`Say where to: ${CLONE_COMMAND} backup <folder>, or set BACKUP_DIR.`);
  const made = await makeBackup({ ...parts, dataDir }, CONTEXT, { ...choice, place: folder, by: null });
  const removed = made.removed.map((name) => `Removed    ${name}: that backup did not end`);
  const report = reportOf(made, placeOf(made, choice.keeping));
  parts.say([...removed, ...report].join('\n'));
  return made.problems.length === 0;
}

/** @returns whether the archive is whole. */
async function backupInto(parts: CommandParts, content: BackupContent): Promise<boolean> {
  const { output } = parts;
  if (output === undefined)
    throw new BackupRefused(
      `Standard output is the terminal. Send the archive on: ${CLONE_COMMAND} backup - > backup.tar`,
    );
  const made = await streamBackup({ ...parts, dataDir: parts.config.dataDir }, CONTEXT, content, output);
  const written = `${titleOf('written')}as an archive: unpack it, and \`${CLONE_COMMAND} check\` proves it`;
  parts.say(reportOf(made, written).join('\n'));
  return made.problems.length === 0;
}

function placeOf({ remaining, path }: MadeBackup, { last, weekly }: Keeping): string {
  const gone = remaining.removed > 0 ? `, ${grouped(remaining.removed)} older removed` : '';
  return `${titleOf('kept as')}${path} (${grouped(remaining.there)} there${gone}: --keep ${last} --keep-weekly ${weekly})`;
}

/** @param where a line that tells where it is. */
function reportOf(made: NotedCopy, where: string): string[] {
  const { database, files, problems } = made;
  const isWhole = problems.length === 0;
  const named = database.named.size;
  const came = `${grouped(files.added)} new, ${grouped(files.lines.length - files.added - files.mended)} already here`;
  const mended = files.mended === 0 ? '' : `, ${grouped(files.mended)} damaged here and copied again`;
  return [
    `${titleOf('database')}${databaseText(database, isWhole)}`,
    `${titleOf('files')}${grouped(files.lines.length)} of ${grouped(named)}, ${sizeOf(files.bytes)}: ${came}${mended}${files.problems.length === 0 ? '; every SHA-256 is right' : ''}`,
    `${titleOf('secrets')}${SECRETS[made.secrets]}`,
    ...(made.isNoted ? [] : [`${titleOf('not noted')}${NOT_NOTED}`]),
    ...problems.slice(0, MOST_SHOWN).map((problem) => `${titleOf('broken')}${problem}`),
    ...(problems.length > MOST_SHOWN ? [`${titleOf('broken')}and ${grouped(problems.length - MOST_SHOWN)} more`] : []),
    where,
    ...(isWhole ? [] : [`This backup is not whole. What is wrong with Kwit itself, \`${CLONE_COMMAND} check\` tells.`]),
  ];
}

const NOT_NOTED = 'the disk of the database takes no writes: make room there. The service does not count this backup';

function databaseText({ database, bytes, tickets, madeAt, olderVersion }: CopiedDatabase, isWhole: boolean): string {
  if (bytes === null) return `left out: these are the files that it named at ${madeAt.slice(11, 23)}`;
  const place = database === 'sqlite' ? 'kwit.db' : 'tables/';
  const checked =
    olderVersion === null
      ? 'file, links, counts, events'
      : `of Kwit ${olderVersion}, as it is: the rest is checked when it is restored`;
  const whole = isWhole ? `, whole (${checked})` : '';
  return `${place}, ${sizeOf(bytes)}, ${counted(tickets, 'ticket')}${whole}, as of ${madeAt.slice(11, 23)}`;
}

const SECRETS: Readonly<Record<CopiedKwit['secrets'], string>> = {
  kept: 'secrets.json (whoever has this folder can read stored passwords; --without-secrets leaves it out)',
  'left out': 'left out: keep secrets.json elsewhere, without it stored passwords are lost',
  elsewhere: 'none in the data folder: keep JWT_SECRET and SECRETS_KEY, without them stored passwords are lost',
};
