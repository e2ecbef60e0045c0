import { createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  CLONE_COMMAND,
  type CommandParts,
  contextOf,
  type Instant,
  instant,
  PIPE,
  readInstant,
  readTyped,
  StartRefused,
  type TerminalCommand,
  UsageError,
} from '#platform';
import { listStoredProjects } from '#tickets';
import type { ExportContent } from './open-format/format.ts';
import { makeExport, recordExport } from './open-format/make-export.ts';

/** Whether the machine's file system refused something. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;

export const EXPORT_USAGE = `  export [<file.tar>]              Writes everything into an archive that \`import kwit\` and other programs read: rows with
                                   their schemas, and files; no passwords, keys and tokens. With - on standard output.
      --without-files              Leaves uploaded files and pictures out.
      --with-events                Adds the record of events.
      --project <name>             Only the tickets of a project, with what hangs on them and the people whom they name.
      --since <time>               Only tickets that changed then or later: 2026-11-22, 2026-11-22T09:30:00Z.`;

const OPTIONS = {
  'without-files': { type: 'boolean' },
  'with-events': { type: 'boolean' },
  project: { type: 'string' },
  since: { type: 'string' },
} as const;

/** Reads the words after `kwit export`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readExport(args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null || read.positionals.length > 1) return null;
  const { project = null, since = null, ...values } = read.values;
  const content = { files: !values['without-files'], events: values['with-events'] ?? false };
  const isPart = project !== null || since !== null;
  if (isPart && content.events)
    throw new UsageError(
      'The record of events is one of the whole: leave --with-events out, or --project and --since.',
    );
  const from = since === null ? null : momentOf(since);
  const [path = null] = read.positionals;
  return async (parts) => {
    const tickets = isPart ? { since: from, project: project && (await projectNamed(parts, project)) } : null;
    const part = { ...content, tickets };
    return path === PIPE ? exportIntoPipe(parts, part) : exportInto(parts, path, part);
  };
}

const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** @throws UsageError for a text that is neither a day nor a time. */
function momentOf(text: string): Instant {
  const moment = DAY_OR_TIME.test(text) ? readInstant(text) : null;
  if (moment === null)
    throw new UsageError(`--since takes a day or a time, 2026-11-22 or 2026-11-22T09:30:00Z, not “${text}”.`);
  return moment;
}

const CONTEXT = { ...contextOf('export'), whileReadOnly: true };

/** The id of a project. @throws StartRefused naming the projects when none is called so. */
async function projectNamed({ runner }: CommandParts, name: string): Promise<string> {
  const projects = await runner.read(CONTEXT, (work) => listStoredProjects(work));
  const namedProject = projects.find(
    (project) => project.id === name || project.name.toLowerCase() === name.toLowerCase(),
  );
  if (namedProject !== undefined) return namedProject.id;
  const all = projects.map((project) => `"${project.name}"`).join(', ');
  throw new StartRefused(`There is no project "${name}".${all === '' ? '' : ` There are ${all}.`}`);
}

/** @throws StartRefused at a terminal, and when nobody reads to the end. */
async function exportIntoPipe(parts: CommandParts, content: ExportContent): Promise<boolean> {
  const { output } = parts;
  if (output === undefined)
    throw new StartRefused(
      `Standard output is the terminal. Send the archive on: ${CLONE_COMMAND} export - > export.tar`,
    );
  await parts.runner.write(CONTEXT, (work) => recordExport(work, content));
  try {
    const { archive } = await makeExport(parts, CONTEXT, content);
    await pipeline(archive, output, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    throw new StartRefused('Nobody read the export to its end: it is not whole.');
  }
  parts.say("Exported. It has everybody's words: keep it safe.");
  return true;
}

/** @param path null for a name with the day, in the current folder. @throws StartRefused when the file is there already. */
async function exportInto(parts: CommandParts, path: string | null, content: ExportContent): Promise<boolean> {
  const file = path ?? `kwit-export-${instant(parts.runner.clock.now()).slice(0, 10)}.tar`;
  const part = `${file}.part`;
  if (await isThere(file)) throw new StartRefused(`${file} is there already. Name another file.`);
  await parts.runner.write(CONTEXT, (work) => recordExport(work, content));
  try {
    const { archive } = await makeExport(parts, CONTEXT, content);
    await pipeline(archive, createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw isFileError(error) ? new StartRefused(`${file} cannot be written: ${error.message}.`) : error;
  }
  const { size } = await stat(file);
  parts.say(`Exported into ${file}, ${(size / 1_000_000).toFixed(1)} MB. It has everybody's words: keep it safe.`);
  return true;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
