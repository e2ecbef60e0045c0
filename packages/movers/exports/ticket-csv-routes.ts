import { Type } from 'typebox';
import { forBugTexts } from '#contract/bug-texts.ts';
import { PLAN_FIELDS } from '#contract/ticket-fields.ts';
import { type ListedTicket, TicketCsvFilter } from '#contract/ticket-list.ts';
import type { SearchStep } from '#contract/words.ts';
import { summariesOnTickets } from '#conversation';
import {
  type Clock,
  instant,
  isDeveloper,
  type Operation,
  type Person,
  shownAddress,
  type Work,
  withStepHeader,
} from '#platform';
import { operation, type Routes } from '#platform/serving';
import { recordAudit } from '#settings';
import { listFields, listTickets, type TicketCursor } from '#tickets';
import { BYTE_ORDER_MARK, type CsvCell, csvLine, separatorFor } from './csv.ts';
import { CSV_TYPE, fileHeaders, leaving } from './while-it-leaves.ts';

const listing = operation({
  operationId: 'exportTickets',
  summary: 'Take a list of tickets along as a table for a spreadsheet',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'read',
  whileReadOnly: true,
  query: TicketCsvFilter,
  expensive: true,
  answers: { 200: Type.String({ description: 'UTF-8 with a byte order mark, RFC 4180; every page of the list.' }) },
  produces: ['text/csv'],
  refuses: ['forbidden'],
});

export const ticketCsvRoutes =
  (clock: Clock) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/tickets.csv', listing, async (request, reply) => {
      const day = instant(clock.now()).slice(0, 10);
      const readPage = <T>(operation: Operation<T>): Promise<T> => request.read(operation);
      const lines = ticketCsv(readPage, request.person, request.query, (step) => withStepHeader(reply, step, null));
      // A refusal has to come before the answer has begun: with the first page.
      const first = await lines.next();
      const second = await lines.next();
      reply.headers(fileHeaders(`tickets-${day}.csv`, CSV_TYPE));
      if (request.method === 'HEAD') return reply.send('');
      // A reporter takes their own tickets along, a developer all that they see.
      if (isDeveloper(request.person)) await request.write((work) => recordAudit(work, 'table.made', null, {}));
      const rest = async function* () {
        yield `${first.value ?? ''}${second.value ?? ''}`;
        yield* lines;
      };
      return reply.send(leaving(request, rest()));
    });
  };

const PAGE = 500;

type Described = ListedTicket & { readonly closure_summary: string | null };

type Cells = Readonly<Record<string, (ticket: Described) => CsvCell>>;

/** Columns that a ticket has by the same names. */
const own = (
  ...names: readonly (keyof { [N in keyof Described as Described[N] extends CsvCell ? N : never]: 1 })[]
): Cells => Object.fromEntries(names.map((name) => [name, (ticket) => ticket[name]]));

/** The columns by the names that an import takes, each with its cell. */
const COLUMNS: Cells = {
  external_id: ({ id }) => id,
  ...own('number', 'title', 'description', 'category', 'urgency_reporter', 'priority', 'status'),
  project: ({ project_name }) => project_name,
  reporter_email: ({ reporter_email }) => reporter_email && shownAddress(reporter_email),
  ...own('reporter_name'),
  assignee_email: ({ assignee_email }) => assignee_email && shownAddress(assignee_email),
  ...own('created_at', 'updated_at', 'closed_at', ...PLAN_FIELDS),
  ...forBugTexts((name) => (ticket: ListedTicket) => ticket[name]),
  internal_note: ({ internal_note }) => internal_note ?? null,
  labels: ({ labels = [] }) => labels.map(({ name }) => name).join('|') || null,
  closure_summary: ({ closure_summary }) => closure_summary,
  restricted: ({ restricted }) => (restricted ? 'yes' : null),
  // When an answer is due, as far as the reader may know.
  answer_due_at: ({ wait, answer_due_at }) => wait?.due_at ?? answer_due_at ?? null,
};

/** The value of a field: several options are separated by `|`, and a person has their name. */
const fieldCell =
  (key: string) =>
  ({ fields }: ListedTicket): CsvCell => {
    const value = fields[key];
    if (value === undefined || typeof value === 'string' || typeof value === 'number') return value ?? null;
    if (typeof value === 'boolean') return String(value);
    return Array.isArray(value) ? value.join('|') : value.name;
  };

const OF_DEVELOPERS = new Set(['internal_note', 'labels']);

/**
 * The tickets of a list on all its pages as a table, page by page, in the order of the list. Each page is read for
 * itself: a ticket that somebody changes meanwhile stands where the list has it then.
 *
 * @param read runs an operation for the reader.
 * @param foundBy learns, before the first ticket comes, which step of a search found them.
 */
async function* ticketCsv(
  read: <T>(operation: Operation<T>) => Promise<T>,
  person: Person,
  { separator: chosen, raw, ...filter }: TicketCsvFilter,
  foundBy: (step: SearchStep | null) => void,
): AsyncGenerator<string> {
  const separator = separatorFor(person, chosen);
  const fields = await read(listFields);
  const columns = [
    ...Object.entries(COLUMNS).filter(([name]) => !OF_DEVELOPERS.has(name) || isDeveloper(person)),
    ...fields.map(({ key }) => [`fields.${key}`, fieldCell(key)] as const),
  ];
  const line = (cells: readonly CsvCell[]) => csvLine(cells, separator, raw !== '1');
  yield BYTE_ORDER_MARK + line(columns.map(([name]) => name));
  let cursor: TicketCursor | null = null;
  do {
    const page: Page = await read((work) => pageAfter(work, filter, cursor));
    if (cursor === null) foundBy(page.step);
    yield page.tickets.map((ticket) => line(columns.map(([, cell]) => cell(ticket)))).join('');
    cursor = page.next;
  } while (cursor !== null);
}

interface Page {
  readonly tickets: readonly Described[];
  readonly next: TicketCursor | null;
  readonly step: SearchStep | null;
}

async function pageAfter(
  work: Work,
  filter: Omit<TicketCsvFilter, 'separator' | 'raw'>,
  cursor: TicketCursor | null,
): Promise<Page> {
  const { tickets, next, step } = await listTickets(work, { ...filter, limit: PAGE }, cursor);
  const summaries = await summariesOnTickets(
    work,
    tickets.map(({ id }) => id),
  );
  const summaryOf = new Map(summaries.map(({ id, content }) => [id, content]));
  const whole = tickets.filter((ticket): ticket is ListedTicket => 'description' in ticket);
  return {
    tickets: whole.map((ticket) => ({ ...ticket, closure_summary: summaryOf.get(ticket.id) ?? null })),
    next,
    step,
  };
}
