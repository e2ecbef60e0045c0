import type { ListedRow, TicketFilter } from '#contract/ticket-list.ts';
import type { Work } from '#platform';
import { listTickets } from '#tickets';
import { type Author, authorsOf, developerNamed, type PeoplesTexts } from '../texts/authors.ts';
import type { FencedText } from '../texts/fenced-text.ts';

const TITLE_LENGTH = 300;

/** A ticket in a list: no long texts. */
export interface TicketLine {
  readonly number: number;
  /** Null when it is withheld. */
  readonly title: string | null;
  readonly status: string;
  readonly priority: string;
  readonly category: string;
  readonly project: string | null;
  readonly assignee: string | null;
  readonly reporter: string | null;
  readonly planned_date: string | null;
  readonly updated_at: string;
  readonly awaiting_reply_since: string | null;
  readonly version: number;
}

/** The tickets that the person may see and the filter names, without long texts. */
export async function linesOf(work: Work, texts: PeoplesTexts, filter: TicketFilter): Promise<TicketLine[]> {
  const { tickets } = await listTickets(work, { ...filter, view: 'row' }, null);
  const authors = await authorsOf(
    work,
    tickets.map(({ reporter_id }) => reporter_id),
  );
  return (tickets as ListedRow[]).map((row) => lineOf(row, texts, authors(row.reporter_id)));
}

const lineOf = (row: ListedRow, texts: PeoplesTexts, reporter: Author): TicketLine => ({
  number: row.number,
  title: texts.shownLine(row.title, reporter, TITLE_LENGTH),
  status: row.status,
  priority: row.priority,
  category: row.category,
  project: texts.nameOf(developerNamed(row.project_name)),
  assignee: texts.nameOf(developerNamed(row.assignee_name)),
  reporter: texts.nameOf(reporter),
  planned_date: row.planned_date,
  updated_at: row.updated_at,
  awaiting_reply_since: row.awaiting_reply_since,
  version: row.version,
});

/** Tells such tickets: what Kwit says of each, and then their titles, which people wrote. */
export function tellLines(text: FencedText, heading: string, lines: readonly TicketLine[]): void {
  text.say(`${heading}: ${lines.length === 0 ? 'none' : lines.length}`);
  if (lines.length === 0) return;
  text.say(lines.map(factsOf).join('\n'));
  text.quoteLines(
    'titles',
    lines.map(({ number, title }) => ({ key: `#${number}`, text: title })),
  );
}

const factsOf = ({ number, status, priority, category, planned_date, awaiting_reply_since, updated_at }: TicketLine) =>
  [
    `#${number} ${status}, priority ${priority}, ${category}, updated ${updated_at}`,
    ...(planned_date === null ? [] : [`planned for ${planned_date}`]),
    ...(awaiting_reply_since === null ? [] : [`its reporter waits for an answer since ${awaiting_reply_since}`]),
  ].join(', ');
