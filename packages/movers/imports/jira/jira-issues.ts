import type { SaidType } from '#contract/relations.ts';
import { LONGEST, type Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import { type CsvTable, RowRejected } from '../csv/csv-table.ts';
import type { OnRejected } from '../csv/csv-tickets.ts';
import type { IncomingRow, IncomingTicket, SourceRemark, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  conversationOf,
  describe,
  NO_DETAILS,
  projectFrom,
  RESTRICTED,
  RowRemarks,
  titleFrom,
} from '../incoming/source-parts.ts';
import { keepable, readLine } from '../source-words.ts';
import { cutAt, labelsFrom } from '../text-parts.ts';
import { estimateFrom, type JiraRow } from './jira-cells.ts';
import {
  issueRowsOf,
  type JiraExport,
  type JiraFacts,
  type JiraLink,
  type JiraPeople,
  mayBeCut,
} from './jira-export.ts';
import { NOISE_COLUMNS, otherValues } from './jira-other-values.ts';
import {
  type About,
  attachedFilesOf,
  commentsOf,
  type JiraChoice,
  type JiraReading,
  type Times,
} from './jira-parts.ts';
import { readJiraDay, readJiraTime } from './jira-time.ts';
import { categoryOf, priorityOf, statusOfIssue } from './jira-words.ts';
import { markdownOfWiki } from './wiki-markup.ts';

export class JiraIssues implements TicketSource {
  readonly name: string;
  readonly sha256: string;
  readonly facts: JiraFacts;
  readonly #read: JiraExport;
  readonly #people: JiraPeople;
  readonly #choice: JiraChoice;
  readonly #reading: JiraReading;

  constructor(read: JiraExport, facts: JiraFacts, people: JiraPeople, sha256: string, choice: JiraChoice) {
    this.name = choice.source === '' ? 'jira' : `jira:${choice.source}`;
    this.sha256 = sha256;
    this.facts = facts;
    this.#read = read;
    this.#people = people;
    this.#choice = choice;
    this.#reading = { header: read.header, facts, people, choice, text: (wiki) => this.#text(wiki) };
  }

  get tickets(): CsvTable {
    return this.#read.table;
  }

  /** @param onRejected is told of rows that cannot be imported, with their cells. */
  async *rows(onRejected: OnRejected = () => {}): AsyncGenerator<IncomingRow> {
    for (const remark of [...this.#remarks(), ...this.#people.remarks]) yield { remark };
    const seen = new Map<string, number>();
    for await (const { line, cells, row } of issueRowsOf(this.#read)) {
      const key = row.text('key').trim();
      const why = faultOfKey(key, line, seen) ?? this.#faultOf(row);
      if (why === null) yield { line, ...(await this.#rowOf(row, key)) };
      else {
        onRejected('tickets', { line, cells }, why);
        yield { of: 'tickets', place: key === '' ? `line ${line}` : key, rejected: why.message };
      }
      if (!seen.has(key)) seen.set(key, line);
    }
  }

  #remarks(): SourceRemark[] {
    const { file } = this.#read;
    const { comments, isServiceDesk } = this.facts;
    const { commentsArePublic } = this.#choice;
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
    if (mayBeCut(this.facts))
      remarks.add(
        'tickets',
        `it has exactly ${this.facts.issues} issues: an export may stop there, and the rest is missing; export parts of at most 999`,
      );
    const noise = [...this.#read.header.others.keys()].filter((name) => NOISE_COLUMNS.test(name));
    if (noise.length > 0) remarks.add('columns', 'columns that programs write were left out', noise.join(', '));
    return remarks.all;
  }

  async #rowOf(row: JiraRow, key: string) {
    const remarks = new RowRemarks(key);
    const title = titleFrom(row.text('summary'), remarks) ?? '';
    return { place: key, ticket: await this.#ticketOf(row, { key, title, remarks }), remarks: remarks.all };
  }

  /** Why an issue cannot come: nothing is its title, or a time or a status cannot be read, which nobody guesses. */
  #faultOf(row: JiraRow): RowRejected | null {
    if (readLine(keepable(row.text('summary')), () => {}) === null)
      return new RowRejected('nothing of its title can be seen', { code: 'empty', column: 'title' });
    const word = row.text('status');
    if (statusOfIssue(word, row.text('category'), this.#choice.meanings) === null)
      return new RowRejected(`status is a word that nobody knows: ${JSON.stringify(word)}`, {
        ...{ code: 'unknown_word', column: 'status', value: word },
      });
    for (const column of ['created', 'updated', 'resolved'] as const) {
      const text = row.text(column);
      if ((text === '' && column !== 'created') || this.#time(text) !== null) continue;
      return new RowRejected(`${column} is no time: ${JSON.stringify(text)}`, {
        ...{ code: 'not_a_time', column: TIMES[column], value: text.slice(0, 40) },
      });
    }
    return null;
  }

  #time(text: string): Instant | null {
    return readJiraTime(text, this.#read.header.language, this.#choice.zone);
  }

  #timesOf(row: JiraRow, status: Status, remarks: RowRemarks): Times {
    const createdAt = this.#time(row.text('created')) as Instant;
    const [updatedAt, resolved] = [this.#time(row.text('updated')), this.#time(row.text('resolved'))];
    if (status !== 'closed') return { createdAt, updatedAt, closedAt: null };
    const changed = this.#time(row.text('categoryChanged'));
    if (resolved === null)
      remarks.add(
        'tickets',
        `it is closed without a time of resolution: ${changed ? 'it closed when its category of status changed' : 'it closed when it last changed'}`,
      );
    return { createdAt, updatedAt, closedAt: resolved ?? changed ?? updatedAt ?? createdAt };
  }

  async #ticketOf(row: JiraRow, about: About): Promise<IncomingTicket> {
    const { key, title, remarks } = about;
    const { meanings, lastCommentAnswers } = this.#choice;
    const status = statusOfIssue(row.text('status'), row.text('category'), meanings) ?? 'submitted';
    const priority = priorityOf(row.text('priority'), meanings);
    const times = this.#timesOf(row, status, remarks);
    const [reporter] = row.people('reporter');
    if (reporter === undefined) remarks.add('tickets', 'it names no reporter: it is that of Unknown (imported)');
    const [assignee] = row.people('assignee');
    const said = commentsOf(this.#reading, row, about, times);
    const { description, rest } = describe(this.#text(row.text('description')));
    const environment = this.#text(row.text('environment'));
    if (priority === null && row.text('priority') !== '')
      remarks.add('tickets', 'its priority is none that Jira has: it is normal', row.text('priority'));
    const labels = labelsFrom(labelNames(row));
    const leftovers = [...this.#leftoverLines(row, key, environment, labels.rest), ...rest];
    const closing = lastCommentAnswers ? { assignee: assignee?.id ?? null, closedAt: times.closedAt } : null;
    const { site } = this.facts;
    return {
      ...{ externalId: key, title, description, ...times, status, ...NO_DETAILS },
      environment: environment === '' ? null : cutAt(environment, LONGEST.environment),
      category: categoryOf(row.text('type'), meanings),
      ...{ urgency: 'normal', priority: priority ?? 'normal' },
      project: projectOf(row),
      reporter: this.#people.person(reporter?.id ?? ''),
      assignee: this.#people.person(assignee?.id ?? ''),
      plannedDate: readJiraDay(row.text('due'), this.#read.header.language),
      estimatedHours: estimateFrom(row.text('estimate')),
      origin: site === null ? null : { url: `${site}/browse/${key}`, title: key },
      ...conversationOf('Jira', { externalId: key, createdAt: times.createdAt, said, leftovers, closing }),
      ...{ files: await attachedFilesOf(this.#reading, row, about), moves: [], labels: labels.labels },
      links: this.#linksOf(key),
      isRestricted: isRestricted(row, remarks),
    };
  }

  #text(wiki: string): string {
    return markdownOfWiki(keepable(wiki), { person: (id) => this.#people.nameOf(id) });
  }

  #linksOf(key: string) {
    return (this.facts.links.get(key) ?? [])
      .filter(({ other }) => this.facts.keys.has(other))
      .map(({ other, word, isOut }) => ({ other, isOut, type: linkType(word) }));
  }

  /** What an issue has without a place of its own. @param labels those that none of Kwit can be. */
  #leftoverLines(row: JiraRow, key: string, environment: string, labels: readonly string[]): string[] {
    const links = (this.facts.links.get(key) ?? []).map(
      ({ other, word, isOut }: JiraLink) => `${word} ${isOut ? '→' : '←'} ${other}`,
    );
    return [
      ...otherValues(row, this.#read.header, (id) => this.#people.nameOf(id) ?? id),
      ...(links.length > 0 ? [`Links: ${links.join(', ')}`] : []),
      ...(labels.length > 0 ? [`Labels: ${labels.join(', ')}`] : []),
      ...([...environment].length > LONGEST.environment ? [`Environment: ${environment}`] : []),
    ];
  }
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
