import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOnDisk, sha256Of } from '../csv/table-files.ts';
import { expectWritable, ImportRefused, rejectedAt } from '../import-report.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { GithubTickets } from './github-tickets.ts';
import { readArchive, readIssueFiles } from './read-issues.ts';

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

/** Whether it is a migration archive, and no list of issues. */
const isArchive = ({ paths: [first = ''] }: GithubOptions): boolean => /\.(tar\.gz|tgz)$/.test(first);

/**
 * Opens what options name.
 *
 * @param rejectedPath where rows go that are no issues; null for nowhere.
 * @throws ImportRefused for files that cannot be read, and for nothing in them.
 */
export async function openGithub(options: GithubOptions, rejectedPath: string | null): Promise<OpenImport> {
  if (rejectedPath !== null && isArchive(options))
    throw new ImportRefused('--rejected is for lists of issues: what an archive has cannot be imported by itself.');
  await expectWritable(rejectedPath);
  const { paths, labelsAsProjects, lastCommentAnswers } = options;
  const files = await Promise.all(paths.map(fileOnDisk));
  const folder = await mkdtemp(join(tmpdir(), 'kwit-import-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const people = await readPeople(options.peoplePath);
    const read = isArchive(options) ? await readArchive(paths[0] ?? '', folder) : await readIssueFiles(paths);
    if (read.issues.length + read.bad.length === 0) throw new ImportRefused('There is no issue in these files.');
    const meanings = new Map(Object.entries(options.meanings));
    const choice = { meanings, labelsAsProjects, lastCommentAnswers, people };
    const source = new GithubTickets(read, await sha256Of(files), choice);
    const said = () => afterIssues(source, read.pullRequests, rejectedPath);
    return { name: paths.join(', '), people: 'create', source, said, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes the rows that are no issues. @returns what stands under the report. */
async function afterIssues(
  { rejected, unanswered }: GithubTickets,
  pullRequests: number,
  rejectedPath: string | null,
): Promise<string[]> {
  const isWritten = rejectedPath !== null && rejected.length > 0;
  if (isWritten) await writeFile(rejectedPath, `${JSON.stringify(rejected, null, 2)}\n`, { mode: 0o600 });
  return [
    ...(isWritten ? [rejectedAt(rejectedPath, rejected.length)] : []),
    ...(pullRequests === 0 ? [] : [`${pullRequests} pull requests are no issues: they were passed over.`]),
    ...(unanswered === 0
      ? []
      : [`${unanswered} are closed without an answer. --answer last-comment takes their last comment.`]),
  ];
}
