import { digestIn, type ExitCode, type FileStore } from '#platform';
import type { TableName } from '#records';
import { canonicalJson } from '../../exports/open-format/format.ts';
import { ImportReport } from '../import-report.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import { DERIVED_COLUMNS, type TicketBatch } from './import-tickets.ts';
import { type IncomingComment, type IncomingTicket, ticketValues } from './incoming-ticket.ts';
import { namedHere, peopleNamedIn } from './people-and-projects-here.ts';
import { batchesOf, type ImportParts, openBatch, type TicketImport, ticketsOf } from './run-import.ts';
import { commentOfFile, fileNameOf, keepFilesOf } from './ticket-files.ts';
import { answerIdOf, fieldIdOf, fileIdOf, labelIdOf, linkIdOf, referenceIdOf } from './ticket-ids.ts';

const MOST_LISTED = 100;

export class Comparison {
  compared = 0;
  same = 0;
  /** A sentence for each value that differs, the first hundred. */
  readonly differences: string[] = [];

  /** Counts one value. @param sentence what differs. */
  expect(isSame: boolean, sentence: () => string): void {
    this.compared += 1;
    if (isSame) this.same += 1;
    else this.tell(sentence);
  }

  tell(sentence: () => string): void {
    if (this.differences.length < MOST_LISTED) this.differences.push(sentence());
  }

  /** The differences, and how many values are the same. */
  get lines(): string[] {
    const [same, compared] = [this.same, this.compared].map((count) => count.toLocaleString('en'));
    return [...this.differences, `${same} of ${compared} values are the same.`];
  }
}

/** The SHA-256 of the bytes that the store has under a name; null when it has none. */
export const shaOfFile = async (files: FileStore, name: unknown): Promise<string | null> =>
  (typeof name === 'string' ? await digestIn(files, name) : null)?.sha256 ?? null;

export const shownValue = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 80);

const AT_ONCE = 100;

/**
 * Reads a source again, and compares every value that came from there with what Kwit has now, and the bytes of every file.
 *
 * @throws ImportRefused when the source cannot be read.
 */
export async function verifyTickets(
  parts: ImportParts,
  say: (line: string) => void,
  order: Pick<TicketImport, 'source' | 'people'>,
): Promise<ExitCode> {
  const { runner, context, files } = parts;
  const comparison = new Comparison();
  for await (const rows of batchesOf(order.source, 0, AT_ONCE)) {
    const tickets = ticketsOf(rows);
    const uploads = await keepFilesOf(tickets, () => false, null);
    await runner.read(context, async (work) => {
      const batch = await openBatch(work, parts, order, { report: new ImportReport(), tickets, uploads });
      const { people, projects } = batch;
      await people.meet(work, tickets.flatMap(peopleNamedIn));
      await projects.meet(
        work,
        tickets.flatMap(({ project }) => project ?? []),
      );
      const compared = { ...batch, files, comparison };
      for (const ticket of tickets) await new TicketComparison(compared, ticket).run();
    });
  }
  for (const line of comparison.lines) say(line);
  return comparison.same === comparison.compared ? 0 : 1;
}

type Values = Readonly<Record<string, unknown>>;

type Compared = Omit<TicketBatch, 'worn'> & { readonly files: FileStore; readonly comparison: Comparison };

class TicketComparison {
  readonly #parts: Compared;
  readonly #ticket: IncomingTicket;

  constructor(parts: Compared, ticket: IncomingTicket) {
    this.#parts = parts;
    this.#ticket = ticket;
  }

  async run(): Promise<void> {
    const ticket = this.#ticket;
    const here = await this.#rowOf('tickets', 'ticket', ticket.externalId);
    if (here === undefined) {
      this.#parts.comparison.expect(false, () => `${ticket.externalId}: it is not in Kwit.`);
      return;
    }
    const values = ticketValues(ticket, namedHere(this.#parts, ticket), here.created_at as never);
    const own = Object.fromEntries(Object.entries(values).filter(([column]) => !DERIVED_COLUMNS.has(column)));
    this.#same('the ticket', { ...own, restricted: ticket.isRestricted ?? false }, here);
    for (const comment of ticket.comments) await this.#compareComment(comment, values.created_at);
    await this.#compareAnswer();
    await this.#compareFiles();
    await this.#compareLinks(String(here.id));
  }

  #find(table: TableName, values: Values): Promise<Values | undefined> {
    return this.#parts.work.of(ImportedRowStore).find(table, values);
  }

  /** The row that came of a thing of the source; undefined when none did, or it is here no more. */
  async #rowOf(table: TableName, kind: string, thing: string): Promise<Values | undefined> {
    const id = this.#parts.run.idOf(kind, thing);
    return id === null ? undefined : this.#find(table, { id });
  }

  #same(what: string, there: Values, here: Values | undefined): void {
    const { externalId } = this.#ticket;
    for (const [column, value] of Object.entries(there))
      this.#parts.comparison.expect(here !== undefined && plainValue(here[column]) === plainValue(value), () =>
        here === undefined
          ? `${externalId}: ${what} is not in Kwit.`
          : `${externalId}: ${column} of ${what} is ${shownValue(here[column])}, and was ${shownValue(value)}.`,
      );
  }

  async #compareComment(comment: IncomingComment, ticketAt: string): Promise<void> {
    const { externalId, content, isInternal, author, createdAt, editedAt = null } = comment;
    const { people, run } = this.#parts;
    const user_id = people.idOf(author, run) ?? people.nobody(run);
    const there = { content, is_internal: isInternal, user_id, created_at: createdAt ?? ticketAt, edited_at: editedAt };
    this.#same(`comment ${externalId}`, there, await this.#rowOf('comments', 'comment', externalId));
  }

  async #compareAnswer(): Promise<void> {
    const { answer } = this.#ticket;
    if (answer === null) return;
    const there = { content: answer.content, is_internal: false, is_closure_summary: true };
    const here = await this.#rowOf('comments', 'answer', answerIdOf(this.#ticket) ?? '');
    this.#same('the answer', there, here);
  }

  async #compareFiles(): Promise<void> {
    const { files, uploads, comparison } = this.#parts;
    for (const file of this.#ticket.files) {
      const id = fileIdOf(this.#ticket, file);
      const here = await this.#rowOf('attachments', 'file', id);
      const sha256 = uploads.get(id)?.sha256;
      const comment_id = commentOfFile(this.#parts.run, this.#ticket, file);
      const own = { original_name: fileNameOf(file), is_internal: file.isInternal ?? false, sha256 };
      const there = comment_id === null ? own : { ...own, comment_id };
      this.#same(`the file ${file.name}`, there, here);
      const stored = here === undefined ? null : await shaOfFile(files, here.filename);
      comparison.expect(stored === sha256, () => `${this.#ticket.externalId}: ${file.name} has other bytes.`);
    }
  }

  /** Labels, addresses outside and relations to tickets that came. */
  async #compareLinks(ticket_id: string): Promise<void> {
    const ticket = this.#ticket;
    const { run } = this.#parts;
    for (const name of ticket.labels ?? []) {
      const label_id = run.idOf('label', labelIdOf(ticket, name));
      const here = label_id === null ? undefined : await this.#find('ticket_labels', { ticket_id, label_id });
      this.#same(`the label ${name}`, { label_id }, here);
    }
    for (const field of ticket.fields ?? []) {
      const field_id = run.idOf('field', fieldIdOf(ticket, field.name));
      const ticketHere = { category: ticket.category, project_id: null };
      const placed = field_id === null ? '' : this.#parts.fields.itemsFor(field, ticketHere, run);
      if (typeof placed === 'string') continue;
      for (const { item } of placed.items) {
        const here = await this.#find('field_values', { ticket_id, field_id, item });
        this.#same(`the field ${field.name}`, { item }, here);
      }
    }
    for (const { url, title } of ticket.references ?? []) {
      const here = await this.#rowOf('external_references', 'reference', referenceIdOf(ticket, url));
      this.#same('an address', { url, title }, here);
    }
    for (const link of ticket.links ?? []) {
      const other = run.idOf('ticket', link.other);
      if (other === null || !run.has('link', linkIdOf(ticket, link.other))) continue;
      const [from_id, to_id] = link.isOut ? [ticket_id, other] : [other, ticket_id];
      const here = await this.#find('ticket_relations', { from_id, to_id });
      this.#same(`the link to ${link.other}`, { relation_type: link.type }, here);
    }
  }
}

/** Both databases read flags as 0 or 1. PostgreSQL spaces JSON in a way of its own. */
export function plainValue(value: unknown, type?: string): unknown {
  if (type === 'json' && typeof value === 'string') return canonicalJson(JSON.parse(value));
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
