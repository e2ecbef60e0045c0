import { LONGEST, MOST_HOURS, TEXT_BOUNDS } from '#contract/words.ts';
import type { IncomingComment, IncomingFile, IncomingPerson, IncomingTicket } from '../incoming/incoming-ticket.ts';
import type { SourceWords } from '../source-words.ts';
import type { CommentColumn, TicketColumn } from './column-names.ts';
import type { RowCells } from './read-cells.ts';
import { RowRejected } from './table-problem.ts';

/** The longest name of a person, and of a project. */
export const LONGEST_NAME = 120;
export const LONGEST_ID = 200;

/** What the cells of a table are read with. */
export interface CellReading {
  readonly words: SourceWords;
  /** Of times that tell none: `Europe/Warsaw`. */
  readonly zone: string;
}

/** What a row of tickets says by itself: comments and files come from elsewhere. */
export type TicketOfRow = Omit<IncomingTicket, 'externalId' | 'comments' | 'files'>;

/** Reads a row of a table of tickets. @throws RowRejected naming the field. */
export function readTicket(cells: RowCells<TicketColumn>, { words, zone }: CellReading): TicketOfRow {
  const title = cells.line('title', TEXT_BOUNDS.title.max);
  if (title === null) throw emptyCell('title');
  const assignee = personBy(cells.email('assignee_email'), null);
  return {
    title,
    description: cells.text('description', LONGEST.description) ?? '',
    stepsToReproduce: cells.text('steps_to_reproduce', LONGEST.steps_to_reproduce),
    expectedResult: cells.text('expected_result', LONGEST.expected_result),
    actualResult: cells.text('actual_result', LONGEST.actual_result),
    environment: cells.text('environment', LONGEST.environment),
    internalNote: cells.text('internal_note', LONGEST.internal_note),
    category: cells.word('category', 'category', words),
    urgency: cells.word('urgency_reporter', 'priority', words),
    priority: cells.word('priority', 'priority', words),
    project: cells.line('project', LONGEST_NAME),
    reporter: reporterOf(cells),
    assignee,
    plannedDate: cells.day('planned_date'),
    estimatedHours: cells.number('estimated_hours', MOST_HOURS),
    ...timesOf(cells, { words, zone }),
    answer: answerOf(cells, assignee, zone),
    ...{ moves: [], origin: null },
  };
}

const emptyCell = (column: string) => new RowRejected(`${column} is empty`, { code: 'empty', column });
const beforeCreated = (column: string) =>
  new RowRejected(`${column} is before created_at`, { code: 'before_created', column });

const personBy = (email: string | null, name: string | null): IncomingPerson | null =>
  email === null && name === null ? null : { email, name };

export const looksLikeAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text);

/** A name that is an address says who it is: other products call either `reporter`. */
function reporterOf(cells: RowCells<TicketColumn>): IncomingPerson | null {
  const [email, name] = [cells.email('reporter_email'), cells.line('reporter_name', LONGEST_NAME)];
  return email === null && name !== null && looksLikeAddress(name)
    ? personBy(cells.email('reporter_name'), null)
    : personBy(email, name);
}

function timesOf(cells: RowCells<TicketColumn>, { words, zone }: CellReading) {
  const given = cells.word('status', 'status', words);
  const [createdAt, updatedAt] = [cells.time('created_at', zone), cells.time('updated_at', zone)];
  const closedAt = cells.time('closed_at', zone);
  const status = closedAt !== null && cells.line('status', LONGEST_NAME) === null ? 'closed' : given;
  if (closedAt !== null && status !== 'closed')
    throw new RowRejected(`closed_at says when it was closed, and status that it is ${status}`, {
      code: 'not_closed',
      column: 'closed_at',
      value: status,
    });
  if (createdAt !== null && (updatedAt ?? createdAt) < createdAt) throw beforeCreated('updated_at');
  if (createdAt !== null && (closedAt ?? createdAt) < createdAt) throw beforeCreated('closed_at');
  return { status, createdAt, updatedAt, closedAt };
}

/** The closing words of a ticket, by the developer who works on it. */
function answerOf(cells: RowCells<TicketColumn>, author: IncomingPerson | null, zone: string) {
  const content = cells.text('closure_summary', LONGEST.comment);
  if (content === null) return null;
  return { content, author, at: cells.time('closed_at', zone) ?? cells.time('updated_at', zone) };
}

/** The files that a row names, one a line. @param find the path of a name; null when there is no such file. */
export async function readFiles(
  cells: RowCells<TicketColumn>,
  find: (name: string) => Promise<string | null>,
): Promise<IncomingFile[]> {
  const names = (cells.text('attachments', LONGEST.description) ?? '').split(/\r?\n/).map((name) => name.trim());
  return Promise.all(
    names
      .filter((name) => name !== '')
      .map(async (name) => {
        const path = await find(name);
        if (path === null)
          throw new RowRejected(`attachments names ${JSON.stringify(name)}, which is no file there`, {
            code: 'no_such_file',
            column: 'attachments',
            value: name.slice(0, 40),
          });
        return { name, path };
      }),
  );
}

/** A comment of a row, and the ticket on which it stands. @throws RowRejected naming the field. */
export function readComment(
  cells: RowCells<CommentColumn>,
  { zone }: CellReading,
): { ticket: string; comment: Omit<IncomingComment, 'externalId'> } {
  const [ticket, content] = [cells.line('external_id', LONGEST_ID), cells.text('content', LONGEST.comment)];
  if (ticket === null) throw emptyCell('external_id');
  if (content === null || content.trim() === '') throw emptyCell('content');
  return {
    ticket,
    comment: {
      content,
      author: personBy(cells.email('author_email'), null),
      isInternal: cells.flag('is_internal'),
      isDeveloper: false,
      createdAt: cells.time('created_at', zone),
    },
  };
}
