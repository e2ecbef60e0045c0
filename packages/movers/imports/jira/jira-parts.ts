import { hash } from 'node:crypto';
import type { Instant } from '#platform';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  inOrderOfTime,
  missingFile,
  type RowRemarks,
} from '../incoming/source-parts.ts';
import { keepable } from '../source-words.ts';
import { type JiraFile, type JiraRow, readFile, readSaid } from './jira-cells.ts';
import type { JiraHeader } from './jira-columns.ts';
import type { JiraFacts, JiraPeople } from './jira-export.ts';
import type { Meanings } from './jira-words.ts';

export interface JiraChoice {
  readonly zone: string;
  readonly meanings: Meanings;
  /** Whether comments are for everybody: an export does not tell which were. */
  readonly commentsArePublic: boolean;
  /** Whether the last public word of who worked on a closed issue is its answer. */
  readonly lastCommentAnswers: boolean;
  /** Finds a download by its name; null where nobody named a folder. */
  readonly findFile: ((name: string) => Promise<string | null>) | null;
  /** Tells sites apart whose keys would mix. */
  readonly source: string;
}

export interface JiraReading {
  readonly header: JiraHeader;
  readonly facts: JiraFacts;
  readonly people: JiraPeople;
  readonly choice: JiraChoice;
  text(wiki: string): string;
}

export interface Times {
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
}

export interface About {
  readonly key: string;
  readonly title: string;
  readonly remarks: RowRemarks;
}

/** In order of time; two of one moment stay as the table has them. */
export function commentsOf(
  reading: JiraReading,
  row: JiraRow,
  { key, remarks }: About,
  times: Times,
): AuthoredComment[] {
  const counts = new Map<string, number>();
  const said = row.all('comment').flatMap((cell): AuthoredComment[] => {
    const { at, author, text } = readSaid(keepable(cell), reading.header, reading.choice.zone);
    if (text.trim() === '') {
      remarks.add('comments', 'an empty comment was left out', cell);
      return [];
    }
    if (at === null) remarks.add('comments', 'its author and time cannot be read: it is of an unknown person', cell);
    const sha = hash('sha256', `${at} ${author} ${text}`).slice(0, 24);
    const count = counts.get(sha) ?? 0;
    counts.set(sha, count + 1);
    const comment = {
      externalId: `${key} ${sha}${count === 0 ? '' : ` ${count}`}`,
      ...{ author: reading.people.person(author), authorId: author, createdAt: at ?? times.createdAt },
      content: reading.text(text) || text,
      isInternal: !reading.choice.commentsArePublic || at === null,
      isDeveloper: reading.facts.assignees.has(author),
    };
    return commentParts(comment, remarks);
  });
  return inOrderOfTime(said);
}

/** The files of an issue that are among the downloads. Those that are not are lost, and named. */
export async function attachedFilesOf(
  reading: JiraReading,
  row: JiraRow,
  { key, remarks }: About,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const cell of row.all('attachment')) {
    const file = readFile(keepable(cell), reading.header, reading.choice.zone);
    const path = await pathOf(reading, file, key, row.text('id').trim());
    if (path === null) {
      const { name, url } = file;
      remarks.lose('attachments', missingFile(reading.choice.findFile), { name, value: url || name });
      continue;
    }
    if (file.at === null) remarks.add('attachments', 'its time cannot be read', cell);
    files.push({
      ...{ name: file.name, path, at: file.at, by: reading.people.person(file.author) },
      externalId: file.id === '' ? file.name : `file ${file.id}`,
    });
  }
  return files;
}

/** By the id in its address, by the issue and its name, or by its name where it is the only one of that name. */
async function pathOf(
  { choice: { findFile }, facts }: JiraReading,
  { id, name }: JiraFile,
  key: string,
  issue: string,
): Promise<string | null> {
  if (findFile === null) return null;
  const exact = [id === '' ? [] : [id, `${id}_${name}`], `${issue}_${name}`, `${key}_${name}`].flat();
  for (const one of facts.sameFiles.has(name) ? exact : [...exact, name]) {
    const path = await findFile(one);
    if (path !== null) return path;
  }
  return null;
}
