import type { SaidType } from '#contract/relations.ts';
import { LONGEST, type Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import { RowRejected } from '../csv/csv-table.ts';
import type { OnRejected } from '../csv/csv-tickets.ts';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingLink, IncomingRow, IncomingTicket, SourceRemark } from '../incoming/incoming-ticket.ts';
import {
  conversationOf,
  describe,
  ID_OF_REJECTED,
  LOGGED,
  lineOf,
  NO_DETAILS,
  NOT_READ,
  projectFrom,
  RESTRICTED,
  RowRemarks,
  sourceName,
  titleFrom,
} from '../incoming/source-parts.ts';
import { cutAt, keepable, labelsFrom, readLine } from '../source-words.ts';
import { estimateFrom, type JiraRow } from './jira-cells.ts';
import { issueRowsOf, type JiraExport, type JiraFacts, mayBeCut } from './jira-export.ts';
import {
  type About,
  attachedFilesOf,
  commentsOf,
  type JiraChoice,
  type JiraReading,
  jiraFieldsOf,
  markdownIn,
  NOISE_COLUMNS,
  otherValues,
  type Times,
} from './jira-parts.ts';
import { readJiraDay, readJiraTime } from './jira-time.ts';
import { categoryOf, type Meanings, priorityOf, statusOfIssue } from './jira-words.ts';

/** The issues of an export, and the table in which those are given back that cannot be imported. */
export const jiraIssues = (
  read: JiraExport,
  facts: JiraFacts,
  people: SourcePeople,
  sha256: string,
  choice: JiraChoice,
) => ({
  name: sourceName('jira', choice.source),
  sha256,
  tickets: read.table,
  wordsToMatch: [...facts.unknownPriorities].map(([word, rows]) => ({ list: 'priority', word, rows }) as const),
  // Its keys have no such sign: a number is of something else.
  numbers: { product: 'Jira', pathOf: () => null },
  /** @param onRejected is told of rows that cannot be imported, with their cells. */
  rows: (onRejected: OnRejected = () => {}) => rowsOf({ ...read, facts, people, choice }, onRejected),
});

async function* rowsOf(reading: JiraReading, onRejected: OnRejected): AsyncGenerator<IncomingRow> {
  for (const remark of [...remarksOn(reading), ...reading.people.remarks]) yield { remark };
  const seen = new Map<string, number>();
  const rejected = new Set<string>();
  for await (const { line, cells, row } of issueRowsOf(reading)) {
    const key = row.text('key').trim();
    const why = faultOfKey(key, line, seen) ?? faultOf(row, reading);
    if (why === null) {
      seen.set(key, line);
      yield { line, ...(await rowOf(row, key, reading, rejected.has(key))) };
    } else {
      rejected.add(key);
      onRejected('tickets', { line, cells }, why);
      yield { of: 'tickets', place: key === '' ? `line ${line}` : key, rejected: why.message, problems: why.problems };
    }
  }
}

/** Remarks on the whole export. */
function remarksOn({ file, header, facts, choice: { commentsArePublic } }: JiraReading): SourceRemark[] {
  const { comments, isServiceDesk, keys } = facts;
  const remarks = new RowRemarks(file.name);
  if (isServiceDesk && commentsArePublic)
    remarks.add(
      'comments',
      `${comments} comments are public now, internal notes among them: the table does not tell which were public`,
    );
  if (!commentsArePublic && comments > 0)
    remarks.add(
      'comments',
      `${comments} comments came as internal: the table does not tell which were public; --comments public makes all of them public`,
    );
  if (mayBeCut(facts))
    remarks.add(
      'tickets',
      `it has exactly ${keys.size} issues: an export may stop there, and the rest is missing; export parts of at most 999`,
    );
  const noise = [...header.others.keys()].filter((name) => NOISE_COLUMNS.test(name));
  if (noise.length > 0) remarks.add('columns', 'columns that programs write were left out', noise.join(', '));
  return remarks.all;
}

async function rowOf(row: JiraRow, key: string, reading: JiraReading, isSecond: boolean) {
  const remarks = new RowRemarks(key);
  if (isSecond) remarks.add('tickets', ID_OF_REJECTED, key);
  const title = titleFrom(row.text('summary'), remarks) ?? '';
  const ticket = await ticketOf(row, reading, { key, title, remarks });
  const logged = row.all('workLog').length;
  if (logged > 0) remarks.add('work logs', LOGGED, String(logged));
  reading.choice.clock.tell(remarks);
  return { place: key, ticket, remarks: remarks.all };
}

/** Why an issue cannot come: nothing is its title, or a time or a status cannot be read, which nobody guesses. */
function faultOf(row: JiraRow, reading: JiraReading): RowRejected | null {
  if (readLine(keepable(row.text('summary')), () => {}) === null)
    return new RowRejected('nothing of its title can be seen', { code: 'empty', column: 'title' });
  const word = row.text('status');
  if (statusOfIssue(word, row.text('category'), reading.choice.meanings) === null) {
    const problem = { code: 'unknown_word', column: 'status', value: word } as const;
    return new RowRejected(`status is a word that nobody knows: ${JSON.stringify(word)}`, problem);
  }
  for (const column of ['created', 'updated', 'resolved'] as const) {
    const text = row.text(column);
    if ((text === '' && column !== 'created') || timeOf(text, reading) !== null) continue;
    const problem = { code: 'not_a_time', column: TIMES[column], value: text.slice(0, 40) } as const;
    return new RowRejected(`${column} is no time: ${JSON.stringify(text)}`, problem);
  }
  return null;
}

const timeOf = (text: string, { header, choice }: JiraReading): Instant | null =>
  readJiraTime(text, header, choice.clock);

function timesOf(row: JiraRow, status: Status, reading: JiraReading, remarks: RowRemarks): Times {
  const createdAt = timeOf(row.text('created'), reading) as Instant;
  const updatedAt = timeOf(row.text('updated'), reading);
  const resolved = timeOf(row.text('resolved'), reading);
  if (status !== 'closed') return { createdAt, updatedAt, closedAt: null };
  const changed = timeOf(row.text('categoryChanged'), reading);
  if (resolved === null)
    remarks.add(
      'tickets',
      `it is closed without a time of resolution: ${changed ? 'it closed when its category of status changed' : 'it closed when it last changed'}`,
    );
  return { createdAt, updatedAt, closedAt: resolved ?? changed ?? updatedAt ?? createdAt };
}

async function ticketOf(row: JiraRow, reading: JiraReading, about: About): Promise<IncomingTicket> {
  const { key, title, remarks } = about;
  const { facts, people } = reading;
  const { meanings, lastCommentAnswers } = reading.choice;
  const status = statusOfIssue(row.text('status'), row.text('category'), meanings) ?? 'submitted';
  const { priority, lines } = priorityIn(row, meanings, remarks);
  const times = timesOf(row, status, reading, remarks);
  const [reporter] = row.people('reporter');
  if (reporter === undefined) remarks.add('tickets', 'it names no reporter: it is that of Unknown (imported)');
  const assignee = row.people('assignee')[0]?.id ?? null;
  const { said, files } = commentsOf(reading, row, about, times);
  const { description, rest } = describe(markdownIn(row.text('description'), reading, remarks));
  const environment = markdownIn(row.text('environment'), reading, remarks);
  const labels = labelsFrom(labelNames(row));
  const own = leftoverLines(row, key, environment, labels.rest, reading);
  const leftovers = [...own, ...lines, ...rest];
  const closing = lastCommentAnswers ? { assignee, closedAt: times.closedAt } : null;
  return {
    externalId: key,
    title,
    description,
    ...times,
    status,
    ...NO_DETAILS,
    environment: environment === '' ? null : cutAt(environment, LONGEST.environment),
    category: categoryOf(row.text('type'), meanings),
    urgency: 'normal',
    priority,
    project: projectOf(row),
    reporter: people.person(reporter?.id ?? ''),
    assignee: people.person(assignee),
    plannedDate: readJiraDay(row.text('due'), reading.header),
    estimatedHours: estimateFrom(row.text('estimate')),
    ...conversationOf('Jira', { externalId: key, createdAt: times.createdAt, said, leftovers, closing }),
    origin: facts.site === null ? null : { url: `${facts.site}/browse/${key}`, title: key },
    files: await attachedFilesOf(reading, row, about, files),
    moves: [],
    labels: labels.labels,
    fields: jiraFieldsOf(row, reading.header).fields,
    links: linksOf(key, facts, remarks),
    isRestricted: isRestricted(row, remarks),
  };
}

/** One that Jira does not have is normal, and its word stays. */
function priorityIn(row: JiraRow, meanings: Meanings, remarks: RowRemarks) {
  const word = row.text('priority');
  const priority = priorityOf(word, meanings);
  if (priority !== null || word === '') return { priority: priority ?? 'normal', lines: [] } as const;
  const reason = 'its priority is none that Jira has: it is normal; --map "priority.…=high" says otherwise';
  remarks.add('tickets', reason, word);
  return { priority: 'normal', lines: lineOf('Priority', word) } as const;
}

const linksOf = (key: string, { links, keys }: JiraFacts, remarks: RowRemarks): IncomingLink[] =>
  (links.get(key) ?? []).flatMap(({ other, word, isOut }) => {
    if (keys.has(other)) return { other, isOut, type: linkType(word) };
    remarks.add('relations', NOT_READ, `${word} ${other}`);
    return [];
  });

/** Values of an issue without a place of their own. @param labels names that no label can have here. */
function leftoverLines(
  row: JiraRow,
  key: string,
  environment: string,
  labels: readonly string[],
  { header, people, facts }: JiraReading,
): string[] {
  const links = (facts.links.get(key) ?? []).map(({ other, word, isOut }) => `${word} ${isOut ? '→' : '←'} ${other}`);
  return [
    ...otherValues(row, header, (id) => people.nameOf(id) ?? id),
    ...lineOf('Links', links),
    ...lineOf('Labels', labels),
    ...([...environment].length > LONGEST.environment ? [`Environment: ${environment}`] : []),
  ];
}

function projectOf(row: JiraRow): string | null {
  const name = row.text('project') || row.text('projectKey');
  return name === '' ? null : projectFrom(name);
}

const TIMES = { created: 'created_at', updated: 'updated_at', resolved: 'closed_at' } as const;

/** @param seen the lines of the keys before. */
function faultOfKey(key: string, line: number, seen: ReadonlyMap<string, number>): RowRejected | null {
  if (key === '') return new RowRejected('it has no key', { code: 'empty', column: 'external_id' });
  const bound = seen.get(key);
  if (bound === undefined) return null;
  const problem = { code: 'same_id', column: 'external_id', value: key, bound } as const;
  return new RowRejected(`line ${line}: ${key} stands in it twice`, problem);
}

/** A label of Jira has no blank: a server of one's own may write all of an issue into one cell. */
const labelNames = (row: JiraRow): string[] =>
  row.all('labels').flatMap((cell) => cell.split(/[\s,]+/).filter((name) => name !== ''));

/** A level does not say who may read: whoever has one is private. */
function isRestricted(row: JiraRow, remarks: RowRemarks): boolean {
  const level = row.text('security');
  if (level !== '') remarks.add('tickets', RESTRICTED, level);
  return level !== '';
}

const linkType = (word: string): SaidType => {
  if (/block/i.test(word)) return 'blocks';
  return /duplic/i.test(word) ? 'duplicates' : 'related';
};
