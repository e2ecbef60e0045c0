import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchColumns, refuseHeader } from '../csv/column-names.ts';
import { csvRows, readHeader } from '../csv/csv-table.ts';
import { fileOnDisk, sha256Of } from '../csv/file-on-disk.ts';
import { RowCells } from '../csv/read-cells.ts';
import { LONGEST_ID, LONGEST_NAME } from '../csv/read-ticket.ts';
import { RowRejected } from '../csv/table-problem.ts';
import { ImportRefused } from '../import-refused.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
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
    const people = options.peoplePath === null ? new Map() : await readPeople(options.peoplePath);
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

const PEOPLE_COLUMNS = { login: ['github'], email: ['e-mail', 'mail'], name: ['imię i nazwisko'] } as const;
const FORM = { encoding: 'utf-8', separator: null } as const;

/** The people of a table, by their logins. @throws ImportRefused naming the line. */
async function readPeople(path: string): Promise<Map<string, IncomingPerson>> {
  const file = await fileOnDisk(path);
  const match = (header: readonly string[]) =>
    matchColumns<PeopleColumn>(PEOPLE_COLUMNS, ['login', 'email'], header, {
      meant: {},
      ignoresUnknown: false,
    });
  const table = await readHeader(file, FORM, (cell) => match([cell]).columns[0] !== null);
  const { columns, problems } = match(table.header);
  refuseHeader(file.name, problems);
  const people = new Map<string, IncomingPerson>();
  for await (const { line, cells } of csvRows(file, FORM, table)) {
    const { login, ...person } = readPerson(columns, cells, `${file.name}, line ${line}`);
    people.set(login, person);
  }
  return people;
}

type PeopleColumn = keyof typeof PEOPLE_COLUMNS;

/** @throws ImportRefused naming the place of the row. */
function readPerson(columns: readonly (PeopleColumn | null)[], cells: readonly string[], place: string) {
  try {
    const row = new RowCells(
      columns,
      columns.map((_, index) => cells[index] ?? ''),
    );
    const [login, email] = [row.line('login', LONGEST_ID)?.toLowerCase(), row.email('email')];
    if (login !== undefined && email !== null) return { login, email, name: row.line('name', LONGEST_NAME) };
  } catch (error) {
    if (error instanceof RowRejected) throw new ImportRefused(`${place}: ${error.message}.`);
    throw error;
  }
  throw new ImportRefused(`${place}: login and email must be there, and email an address.`);
}
