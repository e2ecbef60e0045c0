import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ScratchTables } from '#platform';
import { fileOnDisk } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import { asRow, asRows, type JsonRow, readJsonLists, textIn, timeIn } from '../json-rows.ts';
import { unpackArchive } from '../keep-file.ts';
import {
  badTimeIn,
  type GithubComment,
  type GithubIssue,
  type GithubMove,
  isDeveloperIn,
  issueName,
  readIssueUrl,
} from './github-tickets.ts';

const TABLE = /^(?:\.\/)?((?:issues|issue_comments|issue_events|users|attachments|milestones)_\d{1,9}\.json)$/;
const UPLOAD = /^(?:\.\/)?attachments\/([\w.-]+(?:\/[\w.-]+)*)$/;

/** Where in the folder an entry is unpacked; null when it is not: nothing leads out of the folder. */
function placeOf(entry: string): string | null {
  const table = TABLE.exec(entry)?.[1];
  if (table !== undefined) return table;
  const upload = UPLOAD.exec(entry)?.[1];
  return upload === undefined || upload.split('/').some((part) => /^\.+$/.test(part))
    ? null
    : `attachments/${upload.replaceAll('/', '_')}`;
}

/** Rows of GitHub in a table of scratch, by the issue that they belong to. */
const byIssue = (scratch: ScratchTables, table: string) => (issue: string) =>
  scratch.rowsWith(table, 'issue', issue).map(({ row }): JsonRow => JSON.parse(row ?? ''));

/**
 * Reads a migration archive (`tar.gz`), whose rows name one another by their addresses.
 *
 * @param folder an empty one, into which it is unpacked.
 * @throws ImportRefused for what is no such archive.
 */
export async function readArchive(path: string, folder: string, scratch: ScratchTables): Promise<ReadIssues> {
  await unpackArchive(path, folder, placeOf);
  const files = await readdir(folder);
  const each = async (table: string, take: (row: JsonRow, place: string) => void): Promise<void> => {
    let count = 0;
    for (const part of files.filter((file) => file.startsWith(`${table}_`)).sort())
      await eachRow(join(folder, part), ({ row }) => take(row, `${table}, row ${++count}`));
  };
  const all = async (table: string): Promise<JsonRow[]> => {
    const rows: JsonRow[] = [];
    await each(table, (row) => rows.push(row));
    return rows;
  };
  for (const table of ['issue_comments', 'issue_events']) {
    scratch.declare(table, ['issue', 'url', 'place', 'row']);
    await each(table, (row, place) => {
      const issue = typeof row.issue === 'string' ? row.issue : null;
      scratch.add(table, { issue, url: textIn(row, 'url'), place, row: JSON.stringify(row) });
    });
  }
  const logins = new Map((await all('users')).map((row) => [textIn(row, 'url') ?? '', textIn(row, 'login')]));
  const beside = {
    loginOf: (url: unknown) => (typeof url === 'string' ? (logins.get(url) ?? basename(url)) : null),
    comments: byIssue(scratch, 'issue_comments'),
    events: byIssue(scratch, 'issue_events'),
    files: filesByIssue(await all('attachments'), scratch, folder),
    milestones: new Map((await all('milestones')).map((row) => [textIn(row, 'url'), textIn(row, 'title')])),
  };
  const issues = new IssuesRead(scratch, (row) => issueInArchive(row, beside));
  const urls = new Set<string | null>();
  await each('issues', (row, place) => {
    urls.add(textIn(row, 'url'));
    issues.add({ place, row });
  });
  if (urls.size === 0)
    throw new ImportRefused(`${basename(path)} has no issues: issues_000001.json is missing or empty.`);
  const strayComments: string[] = [];
  for (const { issue = null, place } of scratch.rows('issue_comments'))
    if (issue !== null && !urls.has(issue)) strayComments.push(place ?? '');
  return { issues, strayComments, pullRequests: 0 };
}

interface Beside {
  loginOf(url: unknown): string | null;
  comments(issue: string): JsonRow[];
  events(issue: string): JsonRow[];
  readonly files: ReadonlyMap<string, FilesOfIssue>;
  readonly milestones: ReadonlyMap<string | null, string | null>;
}

function issueInArchive(row: JsonRow, { loginOf, comments, events, files, milestones }: Beside): GithubIssue | string {
  const [url, title] = [textIn(row, 'url'), textIn(row, 'title')];
  if (url === null || readIssueUrl(url) === null) return 'url is no address of an issue';
  if (title === null) return 'title is missing';
  const said = comments(url);
  const bad = badTimeIn(row, true, said);
  if (bad !== null) return bad;
  const closedAt = timeIn(row, 'closed_at');
  const labels = Array.isArray(row.labels) ? row.labels : [];
  const milestone = textIn(row, 'milestone');
  return {
    url,
    title,
    closedAt,
    isClosed: closedAt !== null,
    body: textIn(row, 'body') ?? '',
    author: loginOf(row.user),
    assignees: [...new Set([row.assignee, ...(Array.isArray(row.assignees) ? row.assignees : [])])].flatMap(
      (person) => loginOf(person) ?? [],
    ),
    labels: labels.map((label) => nameOfLabel(label)),
    milestone: milestone === null ? null : (milestones.get(milestone) ?? basename(milestone)),
    closedAs: textIn(row, 'state_reason'),
    createdAt: timeIn(row, 'created_at'),
    updatedAt: timeIn(row, 'updated_at'),
    comments: said.map((comment) => ({
      id: textIn(comment, 'url') ?? '',
      author: loginOf(comment.user),
      body: textIn(comment, 'body') ?? '',
      at: timeIn(comment, 'created_at'),
      isDeveloper: isDeveloperIn(comment),
    })),
    moves: events(url).flatMap((event) => moveOf(event, loginOf(event.actor))),
    ...(files.get(url) ?? { files: [], missingFiles: [] }),
  };
}

/** The name of a label, which the archive names by its address. */
const nameOfLabel = (label: unknown): string =>
  typeof label === 'string' ? decodeURIComponent(basename(label)) : (textIn(asRow(label), 'name') ?? '');

function moveOf(event: JsonRow, actor: string | null): GithubMove[] {
  const [what, at] = [textIn(event, 'event'), timeIn(event, 'created_at')];
  if (at === null || (what !== 'closed' && what !== 'reopened')) return [];
  return [{ isClosing: what === 'closed', at, actor }];
}

interface FilesOfIssue {
  readonly files: IncomingFile[];
  readonly missingFiles: string[];
}

/** The files of each issue and of its comments: those that the archive has, and the names of the others. */
function filesByIssue(rows: readonly JsonRow[], scratch: ScratchTables, folder: string) {
  const filesOf = new Map<string, FilesOfIssue>();
  for (const row of rows) {
    const comment = textIn(row, 'issue_comment');
    const [commented] = comment === null ? [] : scratch.rowsWith('issue_comments', 'url', comment);
    const issue = textIn(row, 'issue') ?? commented?.issue ?? null;
    const entry = /attachments\/.+$/.exec(textIn(row, 'asset_url') ?? '')?.[0] ?? '';
    const place = placeOf(entry);
    if (issue === null) continue;
    const of = filesOf.getOrInsertComputed(issue, () => ({ files: [], missingFiles: [] }));
    const name = textIn(row, 'asset_name') ?? basename(entry);
    const isTaken = of.files.some((file) => file.name === name);
    if (place === null || !existsSync(join(folder, place))) of.missingFiles.push(name);
    else
      of.files.push({
        name: isTaken ? `${of.files.length + 1}-${name}` : name,
        path: join(folder, place),
        address: textIn(row, 'asset_url'),
        ...(comment !== null && commented !== undefined ? { of: comment } : {}),
      });
  }
  return filesOf;
}

interface BadIssue extends PlacedRow {
  readonly reason: string;
}

/** The issues of files of GitHub. */
export interface ReadIssues {
  readonly issues: IssuesRead;
  /** Where comments stand whose issue does not. */
  readonly strayComments: readonly string[];
  readonly pullRequests: number;
}

/** A row of files of GitHub. */
interface PlacedRow {
  readonly place: string;
  readonly row: JsonRow;
}

/** Reads the rows of a file, one by one. @throws ImportRefused for what is no list in JSON. */
async function eachRow(path: string, take: (placed: PlacedRow) => void): Promise<void> {
  const file = await fileOnDisk(path);
  let count = 0;
  const add = (row: JsonRow) => {
    count += 1;
    take({ place: `${file.name}, row ${count}`, row });
  };
  const list = await readJsonLists(file, add);
  if (!Array.isArray(list))
    throw new ImportRefused(`${file.name} is no list: a list of issues is expected, as gh writes it.`);
  for (const other of list.flat()) if (other !== 0) add(asRow(other));
}

/**
 * Reads what `gh issue list --json …` writes, and pages of the REST interface: issues with `user` and `created_at`, and their
 * comments, which name them by `issue_url`. Which file is which is told by its rows. Issues are read once all comments are.
 */
export async function readIssueFiles(paths: readonly string[], scratch: ScratchTables): Promise<ReadIssues> {
  scratch.declare('comments', ['issue', 'place', 'row']);
  const reportedNames = new Set<string>();
  let pullRequests = 0;
  const note = ({ place, row }: PlacedRow) => {
    const of = textIn(row, 'issue_url');
    if ('issue_url' in row) scratch.add('comments', { issue: issueName(of ?? ''), place, row: JSON.stringify(row) });
    else for (const name of namesOf(row)) reportedNames.add(name);
    if (row.pull_request) pullRequests += 1;
  };
  for (const path of paths) await eachRow(path, note);
  const strayComments: string[] = [];
  for (const { issue, place, row } of scratch.rows('comments'))
    if (!reportedNames.has(issue ?? '') && !isOfPullRequest(JSON.parse(row ?? ''))) strayComments.push(place ?? '');
  const commentsOn = byIssue(scratch, 'comments');
  const issues = new IssuesRead(scratch, (row) => issueOf(row, commentsOn));
  const add = (placed: PlacedRow) => {
    if (!('issue_url' in placed.row) && !placed.row.pull_request) issues.add(placed);
  };
  for (const path of paths) await eachRow(path, add);
  return { issues, strayComments, pullRequests };
}

/** Issues as they are read, in a table of scratch until they are imported. */
export class IssuesRead {
  /** The rows that are no issues. */
  readonly bad: BadIssue[] = [];
  /** The names by which the others are known. */
  readonly names = new Set<string>();
  readonly #scratch: ScratchTables;
  readonly #read: (row: JsonRow) => GithubIssue | string;

  /** @param read gives an issue, or says why a row is none. */
  constructor(scratch: ScratchTables, read: (row: JsonRow) => GithubIssue | string) {
    this.#scratch = scratch;
    this.#read = read;
    scratch.declare('issues', ['place', 'issue']);
  }

  add({ place, row }: PlacedRow): void {
    const issue = this.#read(row);
    if (typeof issue === 'string') this.bad.push({ place, reason: issue, row });
    else {
      this.names.add(issueName(issue.url));
      this.#scratch.add('issues', { place, issue: JSON.stringify(issue) });
    }
  }

  *all(): Generator<{ readonly place: string; readonly issue: GithubIssue }> {
    for (const { place, issue } of this.#scratch.rows('issues'))
      yield { place: place ?? '', issue: JSON.parse(issue ?? '') };
  }
}

/** An issue by both of its addresses: a pull request has one of an issue, too. */
const namesOf = (row: JsonRow): string[] => ['url', 'html_url'].flatMap((name) => issueName(textIn(row, name) ?? ''));

const isOfPullRequest = (comment: JsonRow): boolean => /\/pull\/\d+(?:#|$)/.test(textIn(comment, 'html_url') ?? '');

/** @returns what is wrong with a row, or its issue. */
function issueOf(row: JsonRow, commentsOn: (issue: string) => JsonRow[]): GithubIssue | string {
  const [url, title] = [textIn(row, 'html_url', 'url'), textIn(row, 'title')];
  if (url === null || readIssueUrl(url) === null) return 'url is no address of an issue';
  if (title === null) return 'title is missing';
  const state = textIn(row, 'state')?.toLowerCase();
  if (state !== 'open' && state !== 'closed') return 'state is neither open nor closed';
  const said = [...asRows(row.comments), ...commentsOn(issueName(url))];
  const bad = badTimeIn(row, state === 'closed', said);
  if (bad !== null) return bad;
  return {
    url,
    title,
    body: textIn(row, 'body') ?? '',
    author: loginOf(row.author ?? row.user),
    assignees: asRows(row.assignees).flatMap((person) => loginOf(person) ?? []),
    labels: labelsOf(row),
    milestone: textIn(asRow(row.milestone), 'title'),
    isClosed: state === 'closed',
    closedAs: textIn(row, 'stateReason', 'state_reason')?.toLowerCase() ?? null,
    createdAt: timeIn(row, 'createdAt', 'created_at'),
    updatedAt: timeIn(row, 'updatedAt', 'updated_at'),
    closedAt: timeIn(row, 'closedAt', 'closed_at'),
    comments: said.map(commentOf),
    moves: [],
    files: [],
    missingFiles: [],
  };
}

const loginOf = (person: unknown): string | null => textIn(asRow(person), 'login');

const labelsOf = ({ labels }: JsonRow): string[] =>
  Array.isArray(labels)
    ? labels.flatMap((label) => (typeof label === 'string' ? label : (textIn(asRow(label), 'name') ?? [])))
    : [];

const commentOf = (row: JsonRow): GithubComment => ({
  id: textIn(row, 'html_url', 'url') ?? String(row.id ?? ''),
  author: loginOf(row.author ?? row.user),
  body: textIn(row, 'body') ?? '',
  at: timeIn(row, 'createdAt', 'created_at'),
  isDeveloper: isDeveloperIn(row),
});
