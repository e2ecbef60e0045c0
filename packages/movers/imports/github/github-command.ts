import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandParts, ExitCode } from '#platform';
import type { CommandManner } from '../csv/csv-command.ts';
import { fileOnDisk, sha256Of } from '../csv/table-files.ts';
import { ImportRefused, rejectedAt } from '../import-report.ts';
import { importByCommand } from '../incoming/import-by-command.ts';
import { readPeople } from '../people-table.ts';
import { GithubTickets } from './github-tickets.ts';
import { readArchive } from './read-archive.ts';
import { readIssueFiles } from './read-issues.ts';

/** What `kwit import github` was asked for, as it is kept to go on with. Paths are whole. */
export interface GithubOptions {
  readonly product: 'github';
  /** Files of issues and of comments, or one archive. */
  readonly paths: readonly string[];
  /** A table of `login, email, name`; null for none. */
  readonly peoplePath: string | null;
  readonly meanings: Readonly<Record<string, string>>;
  readonly labelsAsProjects: boolean;
  readonly lastCommentAnswers: boolean;
}

export interface OpenGithub extends AsyncDisposable {
  readonly source: GithubTickets;
  readonly pullRequests: number;
}

/** Whether it is a migration archive, and no list of issues. */
export const isArchive = ({ paths: [first = ''] }: GithubOptions): boolean => /\.(tar\.gz|tgz)$/.test(first);

/** Opens what options name. @throws ImportRefused for files that cannot be read, and for nothing in them. */
export async function openGithub(options: GithubOptions): Promise<OpenGithub> {
  const files = await Promise.all(options.paths.map(fileOnDisk));
  const folder = await mkdtemp(join(tmpdir(), 'kwit-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const people = await readPeople(options.peoplePath);
    const [first = ''] = options.paths;
    const read = isArchive(options) ? await readArchive(first, folder) : await readIssueFiles(options.paths);
    if (read.issues.length + read.bad.length === 0) throw new ImportRefused('There is no issue in these files.');
    const { labelsAsProjects, lastCommentAnswers } = options;
    const choice = {
      meanings: new Map(Object.entries(options.meanings)),
      labelsAsProjects,
      lastCommentAnswers,
      people,
    };
    const source = new GithubTickets(read, await sha256Of(files), choice);
    return { source, pullRequests: read.pullRequests, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** `kwit import github`: says what it would do, asks, and does it. @throws ImportRefused when nothing was imported. */
export async function importFromGithub(
  parts: CommandParts,
  options: GithubOptions,
  manner: CommandManner,
): Promise<ExitCode> {
  const { rejectedPath } = manner;
  if (rejectedPath !== null && isArchive(options))
    throw new ImportRefused('--rejected is for lists of issues: what an archive has cannot be imported by itself.');
  await using opened = await openGithub(options);
  const { source, pullRequests } = opened;
  const wanted = { source, people: 'create', options: JSON.stringify(options) } as const;
  // Awaited here: the folder goes when this function is left.
  return await importByCommand(parts, 'import github', wanted, manner, async () => {
    const { rejected, unanswered } = source;
    const isWritten = rejectedPath !== null && rejected.length > 0;
    if (isWritten) await writeFile(rejectedPath, `${JSON.stringify(rejected, null, 2)}\n`, { mode: 0o600 });
    return [
      ...(isWritten ? [rejectedAt(rejectedPath, rejected.length)] : []),
      ...(pullRequests === 0 ? [] : [`${pullRequests} pull requests are no issues: they were passed over.`]),
      ...(unanswered === 0
        ? []
        : [`${unanswered} are closed without an answer. --answer last-comment takes their last comment.`]),
    ];
  });
}
