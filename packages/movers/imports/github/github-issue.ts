import { type Instant, readInstant } from '#platform';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import { keepable } from '../source-text.ts';

export interface GithubComment {
  readonly id: string;
  readonly author: string | null;
  readonly body: string;
  readonly at: Instant | null;
  /** Whether its author belongs to the repository. */
  readonly isDeveloper: boolean;
}

/** Closing or opening again, as the archive tells it. */
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
  readonly assignee: string | null;
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
}

/** A row of a file of GitHub: nothing of it is sure. */
export type GithubRow = Readonly<Record<string, unknown>>;

export const asRow = (value: unknown): GithubRow =>
  typeof value === 'object' && value !== null ? (value as GithubRow) : {};
export const asRows = (value: unknown): GithubRow[] => (Array.isArray(value) ? value.map(asRow) : []);

/** The first of these fields that has a text. */
export function textIn(row: GithubRow, ...names: readonly string[]): string | null {
  for (const name of names) if (typeof row[name] === 'string' && row[name] !== '') return keepable(row[name]);
  return null;
}

/** The same as a moment. */
export function timeIn(row: GithubRow, ...names: readonly string[]): Instant | null {
  const text = textIn(row, ...names);
  return text === null ? null : readInstant(text);
}

/** A time is never guessed. @returns what is wrong with an issue, or with a comment on it, that tells one which cannot be read. */
export function badTimeIn(row: GithubRow, isClosed: boolean, comments: readonly GithubRow[]): string | null {
  const closing = isClosed ? ['closedAt', 'closed_at'] : [];
  const own = badTimeAmong(row, ['createdAt', 'created_at', 'updatedAt', 'updated_at', ...closing]);
  if (own !== null) return own;
  for (const [index, comment] of comments.entries()) {
    const bad = badTimeAmong(comment, ['createdAt', 'created_at']);
    if (bad !== null) return `comment ${index + 1}: ${bad}`;
  }
  return null;
}

function badTimeAmong(row: GithubRow, names: readonly string[]): string | null {
  const name = names.find((one) => (row[one] ?? '') !== '' && timeIn(row, one) === null);
  return name === undefined ? null : `${name} is no time: ${JSON.stringify(row[name]).slice(0, 80)}`;
}

/** Who belongs to a repository, by the words of GitHub. */
const DEVELOPERS: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];
export const isDeveloperIn = (row: GithubRow): boolean =>
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
