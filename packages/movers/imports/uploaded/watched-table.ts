import type { ImportPreview, PreviewRow, TableProblem, UnknownWord } from '#contract/imports.ts';
import { TABLE_ROWS, type TableWordList } from '#contract/table-words.ts';
import { type RowRejected, TableRefused, tableProblem } from '../csv/csv-table.ts';
import { peopleNamedIn } from '../incoming/import-tickets.ts';
import type { IncomingPerson, IncomingRow, IncomingTicket, TicketSource } from '../incoming/incoming-ticket.ts';
import { importAddressOf } from '../incoming/people-and-projects-here.ts';
import type { UploadedSource } from './uploaded-source.ts';

/** What a page shows at most of each kind. */
const SHOWN_ROWS = 20;
const SHOWN_PROBLEMS = 100;

/** Which list of words the words of a column are looked up in. */
const LISTS: Readonly<Record<string, TableWordList>> = {
  status: 'status',
  category: 'category',
  priority: 'priority',
  urgency_reporter: 'priority',
};

/** A table that is read once, and what a preview tells of its rows. */
export class WatchedTable implements TicketSource {
  readonly #table: UploadedSource;
  /** Rows after the header. */
  count = 0;
  readonly rejected: TableProblem[] = [];
  readonly first: PreviewRow[] = [];
  readonly #words = new Map<string, UnknownWord>();
  readonly #people = new Map<string, string>();

  constructor(table: UploadedSource) {
    this.#table = table;
  }

  get name(): string {
    return this.#table.name;
  }

  get sha256(): string {
    return this.#table.sha256;
  }

  get unknownWords(): ImportPreview['unknown_words'] {
    return [...this.#words.values(), ...(this.#table.wordsToMatch ?? [])]
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, SHOWN_PROBLEMS);
  }

  /** Everybody whom the tickets name: what they are called, by the address under which Kwit would know them. */
  get people(): ReadonlyMap<string, string> {
    return this.#people;
  }

  /** @throws TableRefused for more rows than the app takes. */
  async *rows(): AsyncGenerator<IncomingRow> {
    for await (const row of this.#table.rows((_, { line }, why) => this.#reject(why, line))) {
      this.count += 1;
      if (this.count > TABLE_ROWS) throw tooManyRows(this.name);
      if ('ticket' in row) this.#take(row.ticket, row.line ?? 1);
      yield row;
    }
  }

  #take(ticket: IncomingTicket, line: number): void {
    if (this.first.length < SHOWN_ROWS) this.first.push(previewOf(ticket, line));
    for (const person of peopleNamedIn(ticket)) this.#people.set(importAddressOf(person), nameOf(person));
  }

  #reject(why: RowRejected, line: number): void {
    for (const problem of why.at(line)) {
      if (this.rejected.length < SHOWN_PROBLEMS) this.rejected.push(problem);
      const { code, column, value } = problem;
      const list = LISTS[column ?? ''];
      if (code !== 'unknown_word' || list === undefined || value === null) continue;
      const key = `${list}.${value}`;
      const known = this.#words.get(key) ?? { list, word: value, rows: 0 };
      this.#words.set(key, { ...known, rows: known.rows + 1 });
    }
  }
}

const nameOf = ({ email, name }: IncomingPerson): string => email ?? name ?? '';

function previewOf(ticket: IncomingTicket, line: number): PreviewRow {
  const { title, status, category, priority, project, reporter, assignee, createdAt } = ticket;
  const people = { reporter: reporter && nameOf(reporter), assignee: assignee && nameOf(assignee) };
  return { line, title, status, category, priority, project, ...people, created_at: createdAt };
}

const tooManyRows = (name: string) =>
  new TableRefused(`${name} has more than ${TABLE_ROWS} rows: import it with the command line.`, [
    tableProblem({ code: 'too_many_rows', bound: TABLE_ROWS }),
  ]);
