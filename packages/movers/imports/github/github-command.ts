import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Typed } from '#platform';
import { fileOnDisk, sha256Of } from '../csv/table-files.ts';
import { expectWritable, ImportRefused, rejectedAt, unansweredLines } from '../import-report.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { openScratch } from '../incoming/scratch.ts';
import { readPeople } from '../people-table.ts';
import { FLAG, meaningsOf, OF_PEOPLE, peopleChoiceOf, VALUE, VALUES } from '../product.ts';
import { githubTickets, readGithubMeaning } from './github-tickets.ts';
import { readArchive, readIssueFiles } from './read-issues.ts';

const FLAGS = { ...OF_PEOPLE, map: VALUES, 'labels-as-projects': FLAG, rejected: VALUE } as const;

function optionsOf(_: string, { map, ...values }: Typed<typeof FLAGS>['values'], allPaths: readonly string[]) {
  const paths: readonly string[] = allPaths.map((path) => resolve(path));
  return {
    product: 'github' as const,
    /** Files of issues and of comments, or one archive. */
    paths,
    labelsAsProjects: values['labels-as-projects'] ?? false,
    meanings: meaningsOf(map, readGithubMeaning, 'label.bug=category.bug'),
    ...peopleChoiceOf(values),
  };
}
export type GithubOptions = ReturnType<typeof optionsOf>;

/** Whether it is a migration archive, and no list of issues. */
const isArchive = ({ paths: [first = ''] }: GithubOptions): boolean => /\.(tar\.gz|tgz)$/.test(first);

async function open(options: GithubOptions, rejectedPath: string | null): Promise<OpenImport> {
  if (rejectedPath !== null && isArchive(options))
    throw new ImportRefused('--rejected is for lists of issues: what an archive has cannot be imported by itself.');
  await expectWritable(rejectedPath);
  const { paths, labelsAsProjects, lastCommentAnswers } = options;
  const files = await Promise.all(paths.map(fileOnDisk));
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-import-')));
  const people = await readPeople(options.peoplePath);
  const tables = await openScratch(opening);
  const read = isArchive(options)
    ? await readArchive(paths[0] ?? '', folder.path, tables)
    : await readIssueFiles(paths, tables);
  if (read.issues.names.size + read.issues.bad.length === 0)
    throw new ImportRefused('There is no issue in these files.');
  const meanings = new Map(Object.entries(options.meanings));
  const choice = { meanings, labelsAsProjects, lastCommentAnswers, people };
  const source = githubTickets(read, await sha256Of(files), choice);
  const said = async (unanswered: number) => [
    ...(await afterIssues(source, read.pullRequests, rejectedPath)),
    ...unansweredLines(unanswered),
  ];
  const opened = opening.move();
  return { name: paths.join(', '), people: 'create', source, said, close: () => opened.disposeAsync() };
}

export const GITHUB = { flags: FLAGS, mostPaths: Infinity, options: optionsOf, open };

/** Writes the rows that are no issues. @returns what stands under the report. */
async function afterIssues(
  { rejected }: ReturnType<typeof githubTickets>,
  pullRequests: number,
  rejectedPath: string | null,
): Promise<string[]> {
  const isWritten = rejectedPath !== null && rejected.length > 0;
  if (isWritten) await writeFile(rejectedPath, `${JSON.stringify(rejected, null, 2)}\n`, { mode: 0o600 });
  return [
    ...(isWritten ? [rejectedAt(rejectedPath, rejected.length)] : []),
    ...(pullRequests === 0 ? [] : [`${pullRequests} pull requests are no issues: they were passed over.`]),
  ];
}
