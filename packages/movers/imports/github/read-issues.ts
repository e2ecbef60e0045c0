import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/**
 * Reads a migration archive (`tar.gz`), whose rows name one another by their addresses.
 *
 * @param folder an empty one, into which it is unpacked.
 * @throws ImportRefused for what is no such archive.
 */
export async function readArchive(path: string, folder: string): Promise<ReadIssues> {
  await unpackArchive(path, folder, placeOf);
  const files = await readdir(folder);
  const tables = async (name: string): Promise<JsonRow[]> => {
    const parts = files.filter((file) => file.startsWith(`${name}_`)).sort();
    return (await Promise.all(parts.map((part) => readRows(join(folder, part))))).flat();
  };
  const issues = await tables('issues');
  if (issues.length === 0)
    throw new ImportRefused(`${basename(path)} has no issues: issues_000001.json is missing or empty.`);
  const logins = new Map((await tables('users')).map((row) => [textIn(row, 'url') ?? '', textIn(row, 'login')]));
  const by = (rows: readonly JsonRow[]) => Map.groupBy(rows, (row) => textIn(row, 'issue') ?? '');
  const comments = await tables('issue_comments');
  const beside = {
    loginOf: (url: unknown) => (typeof url === 'string' ? (logins.get(url) ?? basename(url)) : null),
    comments: by(comments),
    events: by(await tables('issue_events')),
    files: filesByIssue(await tables('attachments'), comments, folder),
    milestones: new Map((await tables('milestones')).map((row) => [textIn(row, 'url'), textIn(row, 'title')])),
  };
  const read = new IssuesRead((row) => issueInArchive(row, beside));
  for (const [index, row] of issues.entries()) read.add({ place: `issues, row ${index + 1}`, row });
  const urls = new Set(issues.map((row) => textIn(row, 'url')));
  const strayComments = comments.flatMap((row, index) =>
    typeof row.issue === 'string' && !urls.has(row.issue) ? `issue_comments, row ${index + 1}` : [],
  );
  return { ...read, strayComments, pullRequests: 0 };
}

interface Beside {
  loginOf(url: unknown): string | null;
  readonly comments: ReadonlyMap<string, readonly JsonRow[]>;
  readonly events: ReadonlyMap<string, readonly JsonRow[]>;
  readonly files: ReadonlyMap<string, FilesOfIssue>;
  readonly milestones: ReadonlyMap<string | null, string | null>;
}

function issueInArchive(row: JsonRow, { loginOf, comments, events, files, milestones }: Beside): GithubIssue | string {
  const [url, title] = [textIn(row, 'url'), textIn(row, 'title')];
  if (url === null || readIssueUrl(url) === null) return 'url is no address of an issue';
  if (title === null) return 'title is missing';
  const bad = badTimeIn(row, true, comments.get(url) ?? []);
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
    comments: (comments.get(url) ?? []).map((comment) => ({
      id: textIn(comment, 'url') ?? '',
      author: loginOf(comment.user),
      body: textIn(comment, 'body') ?? '',
      at: timeIn(comment, 'created_at'),
      isDeveloper: isDeveloperIn(comment),
    })),
    moves: (events.get(url) ?? []).flatMap((event) => moveOf(event, loginOf(event.actor))),
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
function filesByIssue(rows: readonly JsonRow[], comments: readonly JsonRow[], folder: string) {
  const issueOfComment = new Map(comments.map((row) => [textIn(row, 'url'), textIn(row, 'issue')]));
  const byIssue = new Map<string, FilesOfIssue>();
  for (const row of rows) {
    const comment = textIn(row, 'issue_comment');
    const issue = textIn(row, 'issue') ?? issueOfComment.get(comment) ?? null;
    const entry = /attachments\/.+$/.exec(textIn(row, 'asset_url') ?? '')?.[0] ?? '';
    const place = placeOf(entry);
    if (issue === null) continue;
    const of = byIssue.getOrInsertComputed(issue, () => ({ files: [], missingFiles: [] }));
    const name = textIn(row, 'asset_name') ?? basename(entry);
    const isTaken = of.files.some((file) => file.name === name);
    if (place === null || !existsSync(join(folder, place))) of.missingFiles.push(name);
    else
      of.files.push({
        name: isTaken ? `${of.files.length + 1}-${name}` : name,
        path: join(folder, place),
        address: textIn(row, 'asset_url'),
        ...(comment !== null && issueOfComment.has(comment) ? { of: comment } : {}),
      });
  }
  return byIssue;
}

interface BadIssue extends PlacedRow {
  readonly reason: string;
}

/** The issues of files of GitHub, and rows that are none. */
export interface ReadIssues {
  readonly issues: readonly { readonly place: string; readonly issue: GithubIssue }[];
  readonly bad: readonly BadIssue[];
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

async function readRows(path: string): Promise<JsonRow[]> {
  const rows: JsonRow[] = [];
  await eachRow(path, ({ row }) => rows.push(row));
  return rows;
}

/**
 * Reads what `gh issue list --json …` writes, and pages of the REST interface: issues with `user` and `created_at`, and their
 * comments, which name them by `issue_url`. Which file is which is told by its rows. Issues are read once all comments are.
 */
export async function readIssueFiles(paths: readonly string[]): Promise<ReadIssues> {
  const comments = new Map<string, PlacedRow[]>();
  const reportedNames = new Set<string>();
  let pullRequests = 0;
  const note = (placed: PlacedRow) => {
    const { row } = placed;
    if ('issue_url' in row)
      comments.getOrInsertComputed(issueName(textIn(row, 'issue_url') ?? ''), () => []).push(placed);
    else for (const name of namesOf(row)) reportedNames.add(name);
    if (row.pull_request) pullRequests += 1;
  };
  for (const path of paths) await eachRow(path, note);
  const strays = [...comments].filter(([name]) => !reportedNames.has(name)).flatMap(([, stray]) => stray);
  const strayComments = strays.filter(({ row }) => !isOfPullRequest(row)).map(({ place }) => place);
  const read = new IssuesRead((row) => issueOf(row, comments));
  const add = (placed: PlacedRow) => {
    if (!('issue_url' in placed.row) && !placed.row.pull_request) read.add(placed);
  };
  for (const path of paths) await eachRow(path, add);
  return { ...read, strayComments, pullRequests };
}

class IssuesRead {
  readonly issues: { place: string; issue: GithubIssue }[] = [];
  readonly bad: BadIssue[] = [];
  readonly #read: (row: JsonRow) => GithubIssue | string;

  /** @param read gives an issue, or says why a row is none. */
  constructor(read: (row: JsonRow) => GithubIssue | string) {
    this.#read = read;
  }

  add({ place, row }: PlacedRow): void {
    const issue = this.#read(row);
    if (typeof issue === 'string') this.bad.push({ place, reason: issue, row });
    else this.issues.push({ place, issue });
  }
}

/** An issue by both of its addresses: a pull request has one of an issue, too. */
const namesOf = (row: JsonRow): string[] => ['url', 'html_url'].flatMap((name) => issueName(textIn(row, name) ?? ''));

const isOfPullRequest = (comment: JsonRow): boolean => /\/pull\/\d+(?:#|$)/.test(textIn(comment, 'html_url') ?? '');

/** @returns what is wrong with a row, or its issue. */
function issueOf(row: JsonRow, comments: ReadonlyMap<string, readonly { row: JsonRow }[]>): GithubIssue | string {
  const [url, title] = [textIn(row, 'html_url', 'url'), textIn(row, 'title')];
  if (url === null || readIssueUrl(url) === null) return 'url is no address of an issue';
  if (title === null) return 'title is missing';
  const state = textIn(row, 'state')?.toLowerCase();
  if (state !== 'open' && state !== 'closed') return 'state is neither open nor closed';
  const separate = (comments.get(issueName(url)) ?? []).map((comment) => comment.row);
  const said = [...asRows(row.comments), ...separate];
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
