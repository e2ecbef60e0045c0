import { CATEGORIES, type Category, PRIORITIES, type Priority, STATUSES, type Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import type {
  IncomingFile,
  IncomingMove,
  IncomingPerson,
  IncomingRow,
  IncomingTicket,
  SourceRemark,
} from '../incoming/incoming-ticket.ts';
import { EMPTY_COMMENT, lineOf, NO_DETAILS, ownFields, RowRemarks } from '../incoming/source-parts.ts';
import { type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { type CleanedField, labelsFrom, readLine } from '../source-words.ts';
import type { ReadIssues } from './read-issues.ts';

export interface GithubComment {
  readonly id: string;
  readonly author: string | null;
  readonly body: string;
  readonly at: Instant | null;
  /** Whether its author belongs to the repository. */
  readonly isDeveloper: boolean;
}

export interface GithubMove {
  readonly isClosing: boolean;
  readonly at: Instant;
  readonly actor: string | null;
}

/** An issue, whichever shape it came in. People are named by their logins. */
export interface GithubIssue {
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: string | null;
  /** The first one works on it here. */
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly milestone: string | null;
  readonly isClosed: boolean;
  /** `not_planned`, `duplicate`, …; null where it tells none. */
  readonly closedAs: string | null;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly comments: readonly GithubComment[];
  readonly moves: readonly GithubMove[];
  readonly files: readonly IncomingFile[];
  readonly missingFiles: readonly string[];
}

/** A time is never guessed. @returns what is wrong with an issue, or with a comment on it, that tells one which cannot be read. */
export function badTimeIn(row: JsonRow, isClosed: boolean, comments: readonly JsonRow[]): string | null {
  const closing = isClosed ? ['closedAt', 'closed_at'] : [];
  const own = badTimeAmong(row, ['createdAt', 'created_at', 'updatedAt', 'updated_at', ...closing]);
  if (own !== null) return own;
  for (const [index, comment] of comments.entries()) {
    const bad = badTimeAmong(comment, ['createdAt', 'created_at']);
    if (bad !== null) return `comment ${index + 1}: ${bad}`;
  }
  return null;
}

function badTimeAmong(row: JsonRow, names: readonly string[]): string | null {
  const name = names.find((column) => (row[column] ?? '') !== '' && timeIn(row, column) === null);
  return name === undefined ? null : `${name} is no time: ${JSON.stringify(row[name]).slice(0, 80)}`;
}

/** People who belong to a repository, by the words of GitHub. */
const DEVELOPERS: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];
export const isDeveloperIn = (row: JsonRow): boolean =>
  DEVELOPERS.includes(textIn(row, 'authorAssociation', 'author_association') ?? '');

/** `https://github.com/acme/shop/issues/12`, of the site or of the interface: repository and number. */
const ADDRESS = /^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?([^/]+\/[^/]+)\/issues\/(\d+)$/;

/** @returns null for what is no address of an issue. */
export function readIssueUrl(url: string): { repository: string; number: string } | null {
  const [, repository, number] = ADDRESS.exec(url) ?? [];
  return repository === undefined || number === undefined ? null : { repository, number };
}

/** The name by which an issue is known: `acme/shop#12`. */
export function issueName(url: string): string {
  const read = readIssueUrl(url);
  return read === null ? url : `${read.repository}#${read.number}`;
}

export interface GithubChoice {
  /** Meanings of labels and states: `label.bug` is `category.bug`, `state.open` is `verified`. */
  readonly meanings: ReadonlyMap<string, string>;
  /** Whether a label that means nothing else names the project. */
  readonly labelsAsProjects: boolean;
  /** Whether the last comment of a closed issue is its answer. */
  readonly lastCommentAnswers: boolean;
  /** People by their logins. */
  readonly people: ReadonlyMap<string, IncomingPerson>;
}

/** Reads `label.bug=category.bug`, `label.urgent=priority.high`, `state.open=verified`. @returns null for anything else. */
export function readGithubMeaning(text: string): readonly [string, string] | null {
  const [, said = '', meant = ''] = /^((?:label|state)\..+)=([a-z_.]+)$/.exec(text) ?? [];
  const isKnown = said.startsWith('state.')
    ? said === 'state.open' && meant !== 'closed' && STATUSES.some((status) => status === meant)
    : categoryOf(meant) !== null || priorityOf(meant) !== null;
  return isKnown ? [said, meant] : null;
}

const categoryOf = (meant: string): Category | null =>
  CATEGORIES.find((category) => `category.${category}` === meant) ?? null;
const priorityOf = (meant: string): Priority | null =>
  PRIORITIES.find((priority) => `priority.${priority}` === meant) ?? null;

export function githubTickets(read: ReadIssues, sha256: string, choice: GithubChoice) {
  const { issues, strayComments } = read;
  const { bad, names } = issues;
  const [first = ''] = names;
  const repository = first === '' ? 'nothing' : first.slice(0, first.lastIndexOf('#'));
  return {
    name: `github:${repository}`,
    sha256,
    numbers: {
      product: 'GitHub',
      pathOf: (number: string) => (names.has(`${repository}#${number}`) ? `/${repository}/issues/${number}` : null),
    },
    /** The rows that are no issues, as they were, and where and why; corrected, they can be read again. */
    rejected: bad.map(({ place, reason, row }) => ({ ...row, _place: place, _reason: reason })),
    async *rows(): AsyncGenerator<IncomingRow> {
      for (const { place, reason } of bad) yield { of: 'tickets', place, rejected: reason };
      for (const place of strayComments) yield { of: 'comments', place, rejected: 'its issue is not in the files' };
      for (const { place, issue } of issues.all()) yield rowOf(place, issueName(issue.url), issue, choice);
    },
  };
}

function rowOf(place: string, name: string, issue: GithubIssue, choice: GithubChoice): IncomingRow {
  const cleaned: CleanedField[] = [];
  const title = readLine(issue.title, () => cleaned.push({ field: 'title', value: issue.title }));
  if (title === null) return { of: 'tickets', place, rejected: 'nothing of its title can be seen' };
  return { place, ticket: ticketOf({ ...issue, title }, name, choice), cleaned, remarks: remarksOf(issue, name) };
}

const answerOf = ({ isClosed, comments }: GithubIssue, { lastCommentAnswers }: GithubChoice): GithubComment | null =>
  (isClosed && lastCommentAnswers ? comments.findLast(isSaid) : null) ?? null;

function ticketOf(issue: GithubIssue, externalId: string, choice: GithubChoice): IncomingTicket {
  const { title, url, createdAt, closedAt, isClosed, files } = issue;
  const labels = labelsOf(issue.labels, choice);
  const answer = answerOf(issue, choice);
  const comments = issue.comments.filter((comment) => isSaid(comment) && comment !== answer);
  const person = (login: string | null) => personOf(login, choice);
  return {
    externalId,
    title,
    createdAt,
    files,
    origin: { url, title: externalId },
    ...NO_DETAILS,
    plannedDate: null,
    estimatedHours: null,
    labels: labels.labels,
    fields: ownFields([['Milestone', issue.milestone]]).fields,
    description: [issue.body, ...notesOf(issue, labels.rest)].filter((part) => part !== '').join('\n\n'),
    category: labels.category ?? 'other',
    urgency: 'normal',
    priority: labels.priority ?? 'normal',
    status: isClosed ? 'closed' : openStatus(choice),
    project: labels.project,
    reporter: person(issue.author),
    assignee: person(issue.assignees[0] ?? null),
    updatedAt: issue.updatedAt,
    closedAt: isClosed ? closedAt : null,
    answer: answer && { content: answer.body, author: person(answer.author), at: answer.at },
    comments: comments.map((comment) => ({
      externalId: comment.id === '' ? `${externalId} ${comment.at} ${comment.author}` : comment.id,
      author: person(comment.author),
      content: comment.body,
      isInternal: false,
      isDeveloper: comment.isDeveloper,
      createdAt: comment.at,
    })),
    moves: movesOf(issue, choice),
  };
}

const openStatus = ({ meanings }: GithubChoice): Status =>
  STATUSES.find((status) => status === meanings.get('state.open')) ?? 'submitted';

function personOf(login: string | null, { people }: GithubChoice): IncomingPerson | null {
  if (login === null) return null;
  const name = `${login} (GitHub)`;
  const listedPerson = people.get(login.toLowerCase());
  return listedPerson === undefined ? { email: null, name } : { ...listedPerson, account: name };
}

function labelsOf(labels: readonly string[], { meanings, labelsAsProjects }: GithubChoice) {
  const meant = labels.map((label) => meanings.get(`label.${label}`) ?? '');
  const rest = labels.filter((_, index) => meant[index] === '');
  return {
    category: meant.map(categoryOf).find((category) => category !== null) ?? null,
    priority: meant.map(priorityOf).find((priority) => priority !== null) ?? null,
    project: labelsAsProjects ? readLine(rest.shift() ?? '', () => {}) : null,
    ...labelsFrom(rest),
  };
}

/** Closings and openings, each of which must begin where the one before ended, and the last where the issue is now. */
function movesOf({ moves, isClosed }: GithubIssue, choice: GithubChoice): IncomingMove[] {
  const open = openStatus(choice);
  const made: IncomingMove[] = [];
  let status = open;
  for (const { isClosing, at, actor } of moves.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const to = isClosing ? 'closed' : open;
    if (to !== status) made.push({ from: status, to, at, by: personOf(actor, choice) });
    status = to;
  }
  return status === (isClosed ? 'closed' : open) ? made : [];
}

/** Remarks on whatever does not come, and is kept nowhere else. */
function remarksOf({ assignees, comments, missingFiles }: GithubIssue, name: string): SourceRemark[] {
  const remarks = new RowRemarks(name);
  for (const file of missingFiles) remarks.lose('attachments', 'it is not in the archive', { name: file });
  const [, ...others] = assignees;
  if (others.length > 0)
    remarks.add('tickets', 'a ticket has one assignee: the others were left out', others.join(', '));
  for (const { id, author, at } of comments.filter((comment) => !isSaid(comment))) {
    remarks.add('comments', EMPTY_COMMENT, [id, author, at].filter((part) => part).join(', '));
  }
  return remarks.all;
}

const isSaid = ({ body }: GithubComment): boolean => body.trim() !== '';

/** Values without a place of their own, in words; labels among them that cannot be labels here. */
function notesOf({ milestone, closedAs }: GithubIssue, labels: readonly string[]): string[] {
  const reason = closedAs === 'not_planned' || closedAs === 'duplicate' ? closedAs.replace('_', ' ') : null;
  const lines = [
    ...lineOf('Labels', labels),
    ...lineOf('Milestone', milestone),
    ...(reason === null ? [] : [`Closed as ${reason}.`]),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}
