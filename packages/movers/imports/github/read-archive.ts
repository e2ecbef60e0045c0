import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import { asRow, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { unpackArchive } from '../keep-file.ts';
import { badTimeIn, type GithubIssue, type GithubMove, isDeveloperIn, readIssueUrl } from './github-tickets.ts';
import { type BadIssue, type ReadIssues, readRows } from './read-issues.ts';

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
  const found: { place: string; issue: GithubIssue }[] = [];
  const bad: BadIssue[] = [];
  for (const [index, row] of issues.entries()) {
    const place = `issues, row ${index + 1}`;
    const read = issueOf(row, beside);
    if (typeof read === 'string') bad.push({ place, reason: read, row });
    else found.push({ place, issue: read });
  }
  const urls = new Set(issues.map((row) => textIn(row, 'url')));
  const strayComments = comments.flatMap((row, index) =>
    typeof row.issue === 'string' && !urls.has(row.issue) ? `issue_comments, row ${index + 1}` : [],
  );
  return { issues: found, bad, strayComments, pullRequests: 0 };
}

interface Beside {
  loginOf(url: unknown): string | null;
  readonly comments: ReadonlyMap<string, readonly JsonRow[]>;
  readonly events: ReadonlyMap<string, readonly JsonRow[]>;
  readonly files: ReadonlyMap<string, FilesOfIssue>;
  readonly milestones: ReadonlyMap<string | null, string | null>;
}

function issueOf(row: JsonRow, { loginOf, comments, events, files, milestones }: Beside): GithubIssue | string {
  const [url, title] = [textIn(row, 'url'), textIn(row, 'title')];
  if (url === null || readIssueUrl(url) === null) return 'url is no address of an issue';
  if (title === null) return 'title is missing';
  const bad = badTimeIn(row, true, comments.get(url) ?? []);
  if (bad !== null) return bad;
  const closedAt = timeIn(row, 'closed_at');
  const labels = Array.isArray(row.labels) ? row.labels : [];
  const milestone = textIn(row, 'milestone');
  return {
    ...{ url, title, closedAt, isClosed: closedAt !== null },
    body: textIn(row, 'body') ?? '',
    author: loginOf(row.user),
    assignees: [...new Set([row.assignee, ...(Array.isArray(row.assignees) ? row.assignees : [])])].flatMap(
      (one) => loginOf(one) ?? [],
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
    const issue = textIn(row, 'issue') ?? issueOfComment.get(textIn(row, 'issue_comment')) ?? null;
    const entry = /attachments\/.+$/.exec(textIn(row, 'asset_url') ?? '')?.[0] ?? '';
    const place = placeOf(entry);
    if (issue === null) continue;
    const of = byIssue.get(issue) ?? { files: [], missingFiles: [] };
    byIssue.set(issue, of);
    const name = textIn(row, 'asset_name') ?? basename(entry);
    const isTaken = of.files.some((one) => one.name === name);
    if (place === null || !existsSync(join(folder, place))) of.missingFiles.push(name);
    else of.files.push({ name: isTaken ? `${of.files.length + 1}-${name}` : name, path: join(folder, place) });
  }
  return byIssue;
}
