import { hash } from 'node:crypto';
import type { Instant } from '#platform';
import type { ZoneClock } from '../csv/row-cells.ts';
import type { FindFile } from '../csv/table-files.ts';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  EMPTY_COMMENT,
  inOrderOfTime,
  lineOf,
  mentionsOf,
  missingFile,
  ownFields,
  type RowRemarks,
} from '../incoming/source-parts.ts';
import { keepable } from '../source-words.ts';
import {
  estimateFrom,
  hoursOf,
  isNoise,
  type JiraFile,
  type JiraRow,
  readFile,
  readSaid,
  readWork,
} from './jira-cells.ts';
import type { JiraColumn, JiraHeader } from './jira-columns.ts';
import type { JiraExport, JiraFacts } from './jira-export.ts';
import { readJiraDay } from './jira-time.ts';
import type { Meanings } from './jira-words.ts';
import { markdownOfWiki } from './wiki-markup.ts';

export interface JiraChoice {
  /** The clock of whoever exported it. */
  readonly clock: ZoneClock;
  readonly meanings: Meanings;
  /** Whether comments are for everybody: an export does not tell which were. */
  readonly commentsArePublic: boolean;
  /** Whether the last public word of who worked on a closed issue is its answer. */
  readonly lastCommentAnswers: boolean;
  /** Finds a download by its name; null where nobody named a folder. */
  readonly findFile: FindFile | null;
  /** Tells sites apart whose keys would mix. */
  readonly source: string;
}

export interface JiraReading extends JiraExport {
  readonly facts: JiraFacts;
  readonly people: SourcePeople;
  readonly choice: JiraChoice;
}

export function markdownIn(wiki: string, { people, facts }: JiraReading, remarks: RowRemarks): string {
  const isKnown = (id: string) => facts.names.has(id) || facts.strangers.has(id) || people.person(id)?.email !== null;
  const nameOf = (id: string) => (isKnown(id) ? people.nameOf(id) : null);
  return markdownOfWiki(keepable(wiki), mentionsOf(nameOf, remarks));
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

/** The comments that name files, by the names of these. */
type NamedFiles = ReadonlyMap<string, AuthoredComment>;

/** `!pay.png|width=300!`, `[^pay.png]`. */
const NAMED_FILE = /!([^!|\n]+)(?:\|[^!\n]*)?!|\[\^([^\]\n]+)\]/g;
const filesNamedIn = (wiki: string): string[] =>
  [...wiki.matchAll(NAMED_FILE)].map(([, picture, file]) => (picture ?? file ?? '').trim());

/** In order of time; two of one moment stay as the table has them. */
export function commentsOf(
  reading: JiraReading,
  row: JiraRow,
  { key, remarks }: About,
  times: Times,
): { said: AuthoredComment[]; files: NamedFiles } {
  const counts = new Map<string, number>();
  const described = new Set(filesNamedIn(row.text('description')));
  const files = new Map<string, AuthoredComment>();
  const said = row.all('comment').flatMap((cell): AuthoredComment[] => {
    const { at, author, text } = readSaid(keepable(cell), reading.header, reading.choice.clock);
    if (text.trim() === '') {
      remarks.add('comments', EMPTY_COMMENT, cell);
      return [];
    }
    if (at === null) remarks.add('comments', 'its author and time cannot be read: it is of an unknown person', cell);
    const sha = hash('sha256', `${at} ${author} ${text}`).slice(0, 24);
    const count = counts.getOrInsert(sha, 0);
    counts.set(sha, count + 1);
    const comment = {
      externalId: `${key} ${sha}${count === 0 ? '' : ` ${count}`}`,
      author: reading.people.person(author),
      authorId: author,
      createdAt: at ?? times.createdAt,
      content: markdownIn(text, reading, remarks) || text,
      isInternal: !reading.choice.commentsArePublic || at === null,
      isDeveloper: reading.facts.assignees.has(author),
    };
    for (const name of filesNamedIn(text)) if (!described.has(name) && !files.has(name)) files.set(name, comment);
    return commentParts(comment, remarks);
  });
  return { said: inOrderOfTime(said), files };
}

/** The files of an issue that are among the downloads. Those that are not are lost, and named. */
export async function attachedFilesOf(
  reading: JiraReading,
  row: JiraRow,
  { key, remarks }: About,
  named: NamedFiles,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const cell of row.all('attachment')) {
    const file = readFile(keepable(cell), reading.header, reading.choice.clock);
    const path = await pathOf(reading, file, key, row.text('id').trim());
    if (path === null) {
      const { name, url } = file;
      remarks.lose('attachments', missingFile(reading.choice.findFile), { name, value: url || name });
      continue;
    }
    if (file.at === null) remarks.add('attachments', 'its time cannot be read', cell);
    const comment = named.get(file.name);
    files.push({
      ...(comment && { of: comment.externalId, isInternal: comment.isInternal }),
      name: file.name,
      path,
      address: file.url,
      at: file.at,
      by: reading.people.person(file.author),
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
  for (const spelling of facts.sameFiles.has(name) ? exact : [...exact, name]) {
    const path = await findFile(spelling);
    if (path !== null) return path;
  }
  return null;
}

/** Columns that programs write: an order on a board, what others sum up, what stands in other columns. */
export const NOISE_COLUMNS =
  /^(?:_line|_reason|rank|rang|development|vulnerability|votes|głosy|votos|stimmen|hlasy|голоси|work ratio|stosunek pracy|relación de trabajo|last viewed|ostatnio wyświetlane|vista por última vez|zuletzt angezeigt|parent summary|Σ.*|project (?:lead|description|url).*|(?:lider|id lidera|opis) projektu|(?:responsable|id del responsable|descripción) del proyecto)$/iu;

const CELLS: readonly JiraColumn[] = ['type', 'status', 'security'];

/** Lines of `name: value` of everything that has no place of its own in a ticket. @param nameOf somebody, by their id. */
export function otherValues(row: JiraRow, header: JiraHeader, nameOf: (id: string) => string): string[] {
  const named = (column: JiraColumn, values: readonly string[]) => lineOf(nameIn(header, column), values);
  const lines = CELLS.flatMap((column) => named(column, row.all(column)));
  const isUnread = {
    due: readJiraDay(row.text('due'), header) === null,
    estimate: estimateFrom(row.text('estimate')) === null,
  };
  for (const column of ['due', 'estimate'] as const) {
    const cells = isUnread[column] ? row.all(column).filter((cell) => cell !== '0') : [];
    lines.push(...named(column, cells));
  }
  const [reporter] = row.people('reporter');
  const [creator] = row.people('creator');
  if (creator !== undefined && creator.id !== reporter?.id) lines.push(`Creator: ${creator.name}`);
  const watchers = row.people('watchers').map(({ name }) => name);
  lines.push(...lineOf('Watchers', watchers));
  lines.push(...jiraFieldsOf(row, header).lines);
  for (const column of ['spent', 'remaining'] as const) {
    const hours = hoursOf(row.text(column));
    if (hours !== null) lines.push(`${nameIn(header, column)}: ${hours} h`);
  }
  return [...lines, ...workLines(row, nameOf)].map(keepable);
}

/** Values in columns of other names, or in fields of the team's own. */
export const jiraFieldsOf = (row: JiraRow, header: JiraHeader) =>
  ownFields(
    [...header.others]
      .filter(([name]) => !NOISE_COLUMNS.test(name))
      .map(([name, places]) => [
        name,
        places.map((place) => keepable(row.at(place))).filter((cell) => cell.trim() !== '' && !isNoise(cell.trim())),
      ]),
  );

/** Time that was logged is no word of a person: it is told, and never a comment of theirs. */
function workLines(row: JiraRow, nameOf: (id: string) => string): string[] {
  return row.all('workLog').map((cell) => {
    const work = readWork(cell);
    if (work === null) return `Log Work: ${cell}`;
    const { text, date, author, hours } = work;
    return `Log Work: ${hours} h, ${nameOf(author)}, ${date}${text === '' ? '' : `: ${text}`}`;
  });
}

const NAMES: Readonly<Partial<Record<JiraColumn, string>>> = {
  type: 'Type',
  status: 'Status',
  spent: 'Time Spent',
  security: 'Security Level',
};
const nameIn = (header: JiraHeader, column: JiraColumn): string => header.names.get(column) ?? NAMES[column] ?? column;
