import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import { asRow, asRows, type JsonRow, parseJson, textIn, timeIn } from '../json-rows.ts';
import {
  badTimeIn,
  type GithubComment,
  type GithubIssue,
  isDeveloperIn,
  issueName,
  readIssueUrl,
} from './github-tickets.ts';

/** A row that is no issue, and why. */
export interface BadIssue {
  readonly place: string;
  readonly reason: string;
  readonly row: JsonRow;
}

/** What files of GitHub have: issues, or why a row is none. */
export interface ReadIssues {
  readonly issues: readonly { readonly place: string; readonly issue: GithubIssue }[];
  readonly bad: readonly BadIssue[];
  /** Where comments stand whose issue does not. */
  readonly strayComments: readonly string[];
  /** Pull requests, which are no issues. */
  readonly pullRequests: number;
}

/** @throws ImportRefused for what is no list in JSON. */
export async function readRows(path: string): Promise<JsonRow[]> {
  const name = basename(path);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(`${name} cannot be read: ${error.message}.`);
  });
  const read = parseJson(bytes, name);
  if (!Array.isArray(read))
    throw new ImportRefused(`${name} is no list: a list of issues is expected, as gh writes it.`);
  return asRows(read.flat());
}

/**
 * Reads what `gh issue list --json …` writes, and pages of the REST interface: issues with `user` and `created_at`, and their
 * comments, which name them by `issue_url`. Which file is which is told by its rows.
 */
export async function readIssueFiles(paths: readonly string[]): Promise<ReadIssues> {
  const rows: { place: string; row: JsonRow }[] = [];
  for (const path of paths)
    for (const [index, row] of (await readRows(path)).entries())
      rows.push({ place: `${basename(path)}, row ${index + 1}`, row });
  const comments = Map.groupBy(
    rows.filter(({ row }) => 'issue_url' in row),
    ({ row }) => issueName(textIn(row, 'issue_url') ?? ''),
  );
  const issues: { place: string; issue: GithubIssue }[] = [];
  const bad: BadIssue[] = [];
  const reported = rows.filter(({ row }) => !('issue_url' in row));
  const own = reported.filter(({ row }) => !row.pull_request);
  for (const { place, row } of own) {
    const read = issueOf(row, comments);
    if (typeof read === 'string') bad.push({ place, reason: read, row });
    else issues.push({ place, issue: read });
  }
  const reportedNames = new Set(reported.flatMap(({ row }) => namesOf(row)));
  const strays = [...comments].filter(([name]) => !reportedNames.has(name)).flatMap(([, stray]) => stray);
  const strayComments = strays.filter(({ row }) => !isOfPullRequest(row)).map(({ place }) => place);
  return { issues, bad, strayComments, pullRequests: reported.length - own.length };
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
    assignees: asRows(row.assignees).flatMap((one) => loginOf(one) ?? []),
    labels: labelsOf(row),
    milestone: textIn(asRow(row.milestone), 'title'),
    isClosed: state === 'closed',
    closedAs: textIn(row, 'stateReason', 'state_reason')?.toLowerCase() ?? null,
    createdAt: timeIn(row, 'createdAt', 'created_at'),
    updatedAt: timeIn(row, 'updatedAt', 'updated_at'),
    closedAt: timeIn(row, 'closedAt', 'closed_at'),
    comments: said.map(commentOf),
    ...{ moves: [], files: [], missingFiles: [] },
  };
}

/** The login of a person; null for somebody who is gone. */
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
