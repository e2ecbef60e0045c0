import { forBugTexts } from '#contract/bug-texts.ts';
import { LONGEST, MOST_HOURS, MOST_LABELS_OF_A_TICKET, TEXT_BOUNDS } from '#contract/words.ts';
import { addressOf, cleanLine, isAddress, isVisible } from '#platform';
import type { IncomingComment, IncomingFile, IncomingPerson, IncomingTicket } from '../incoming/incoming-ticket.ts';
import { isMarkedPrivate, LONGEST_LABEL, labelsFrom } from '../source-words.ts';
import type { CommentColumn, TicketColumn } from './column-names.ts';
import { RowRejected } from './csv-table.ts';
import { type CellReading, type RowCells, tooLong } from './row-cells.ts';
import type { FindFile } from './table-files.ts';

/** The longest name of a person, and of a project. */
export const LONGEST_NAME = 120;
export const LONGEST_ID = 200;

/** Comments and files do not stand in the row itself. */
export type TicketOfRow = Omit<IncomingTicket, 'externalId' | 'comments' | 'files'>;

/** Reads a row of a table of tickets. @throws RowRejected naming the field. */
export function readTicket(cells: RowCells<TicketColumn>, reading: CellReading): TicketOfRow {
  const { words, people } = reading;
  const title = cells.line('title', TEXT_BOUNDS.title.max);
  if (title === null && cells.isWhole) cells.fault(emptyCell('title'), null);
  const assignee = personIn(cells, 'assignee_email', 'assignee_name', people);
  const ticket = {
    title: title ?? '',
    description: cells.text('description', LONGEST.description) ?? '',
    ...forBugTexts((name) => cells.text(name, LONGEST[name])),
    internalNote: cells.text('internal_note', LONGEST.internal_note),
    isRestricted: cells.all('restricted').some(isMarkedPrivate),
    labels: labelsIn(cells),
    category: cells.word('category', 'category', words),
    urgency: cells.word('urgency_reporter', 'priority', words),
    priority: cells.word('priority', 'priority', words),
    project: cells.line('project', LONGEST_NAME),
    reporter: personIn(cells, 'reporter_email', 'reporter_name', people),
    assignee,
    plannedDate: cells.day('planned_date', reading),
    estimatedHours: cells.number('estimated_hours', MOST_HOURS),
    ...timesOf(cells, reading),
    answer: answerOf(cells, assignee, reading),
    moves: [],
    origin: null,
  };
  cells.refuse();
  return ticket;
}

/** The list's own table parts labels by `|`, others by a comma or a line: no label has these. */
const BETWEEN_LABELS = /[|,\r\n]/;

/** A label with its colour behind it, as Trello writes each of them. */
const COLORED = /(?<=.) \((?:green|yellow|orange|red|purple|blue|sky|lime|pink|black)(?:_dark|_light)?\)$/;

/** A ticket can have these labels (docs/rules/labels.md): any other number or length is a fault. */
function labelsIn(cells: RowCells<TicketColumn>): string[] {
  const names = cells
    .all('labels')
    .flatMap((cell) => cell.split(BETWEEN_LABELS).map(cleanLine))
    .filter(isVisible);
  const areColored = names.every((name) => COLORED.test(name));
  const { labels, rest } = labelsFrom(areColored ? names.map((name) => name.replace(COLORED, '')) : names);
  const long = rest.find((name) => [...name].length > LONGEST_LABEL);
  if (long !== undefined) return cells.fault(tooLong('labels', long, LONGEST_LABEL), []);
  if (rest.length === 0) return labels;
  const count = labels.length + rest.length;
  const sentence = `labels are ${count}, and ${MOST_LABELS_OF_A_TICKET} is the most of a ticket`;
  const problem = {
    code: 'over_limit',
    column: 'labels',
    value: String(count),
    bound: MOST_LABELS_OF_A_TICKET,
  } as const;
  return cells.fault(new RowRejected(sentence, problem), []);
}

const emptyCell = (column: string) => new RowRejected(`${column} is empty`, { code: 'empty', column });
const beforeCreated = (column: string) =>
  new RowRejected(`${column} is before created_at`, { code: 'before_created', column });

const personBy = (email: string | null, name: string | null): IncomingPerson | null =>
  email === null && name === null ? null : { email, name };

export const looksLikeAddress = (text: string): boolean => isAddress(addressOf(text));

/** A name that is an address says who it is: other products call either `reporter`. A table may know the address of a name. */
function personIn(
  cells: RowCells<TicketColumn>,
  emailColumn: 'reporter_email' | 'assignee_email',
  nameColumn: 'reporter_name' | 'assignee_name',
  people: ReadonlyMap<string, IncomingPerson>,
): IncomingPerson | null {
  const [email, name] = [cells.email(emailColumn), cells.line(nameColumn, LONGEST_NAME)];
  if (email !== null || name === null) return personBy(email, name);
  if (looksLikeAddress(name)) return personBy(cells.email(nameColumn), null);
  const listedPerson = people.get(name.toLowerCase());
  return listedPerson === undefined
    ? personBy(null, name)
    : { ...listedPerson, name: listedPerson.name ?? name, account: name };
}

function timesOf(cells: RowCells<TicketColumn>, reading: CellReading) {
  const word = cells.word('status', 'status', reading.words);
  const [createdAt, updatedAt] = [cells.time('created_at', reading), cells.time('updated_at', reading)];
  const closedAt = cells.time('closed_at', reading);
  const status = closedAt !== null && cells.line('status', LONGEST_NAME) === null ? 'closed' : word;
  // A time that cannot be read is none to compare with.
  if (!cells.isWhole) return { status, createdAt, updatedAt, closedAt };
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
function answerOf(cells: RowCells<TicketColumn>, author: IncomingPerson | null, reading: CellReading) {
  const content = cells.text('closure_summary', LONGEST.comment);
  if (content === null) return null;
  return { content, author, at: cells.time('closed_at', reading) ?? cells.time('updated_at', reading) };
}

/** The files that a row names, one a line. @param find null where none come along. */
export async function readFiles(cells: RowCells<TicketColumn>, find: FindFile | null): Promise<IncomingFile[]> {
  const names = (cells.text('attachments', LONGEST.description) ?? '').split(/\r?\n/).map((name) => name.trim());
  return Promise.all(
    names
      .filter((name) => name !== '')
      .map(async (name) => {
        const path = (await find?.(name)) ?? null;
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
  reading: CellReading,
): { ticket: string; comment: Omit<IncomingComment, 'externalId'> } {
  const [ticket, content] = [cells.line('external_id', LONGEST_ID), cells.text('content', LONGEST.comment)];
  cells.refuse();
  if (ticket === null) throw emptyCell('external_id');
  if (content === null || content.trim() === '') throw emptyCell('content');
  const author = personBy(cells.email('author_email'), null);
  const isInternal = cells.flag('is_internal');
  const createdAt = cells.time('created_at', reading);
  cells.refuse();
  return { ticket, comment: { content, author, isInternal, isDeveloper: false, createdAt } };
}
