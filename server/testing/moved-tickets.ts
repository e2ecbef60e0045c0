import type { Comment } from '#contract/comments.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { Player } from './cast.ts';
import type { App } from './start-app.ts';

interface ExpectedFile {
  readonly name: string | null;
  readonly in_folder: boolean;
  readonly bytes?: number;
}
interface ExpectedText {
  readonly text: string;
  /** Other texts that are right as well. */
  readonly also?: readonly string[];
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly files?: readonly ExpectedFile[];
}
interface ExpectedComment extends ExpectedText {
  readonly source_id?: number | string;
  readonly at: string;
  readonly author: string | null;
  readonly visibility: 'public' | 'internal';
  readonly edited_at?: string;
}
/** A ticket as an import has to make it of a sample. Fields that are left out do not matter. */
export interface ExpectedTicket {
  readonly title: string;
  readonly open: boolean;
  readonly kwit_status: string;
  readonly priority?: string;
  readonly reporter: string | null;
  readonly assignee: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly due?: string | null;
  readonly estimate_hours?: number | null;
  readonly private_ticket?: boolean;
  readonly labels?: readonly string[];
  readonly description: string | ExpectedText | null;
  readonly description_also?: readonly string[];
  readonly description_has?: readonly string[];
  readonly description_lacks?: readonly string[];
  readonly comments: readonly ExpectedComment[];
  readonly files?: readonly ExpectedFile[];
  readonly external_references?: readonly { readonly url: string }[];
  readonly participants?: readonly string[];
  readonly links: readonly { readonly other: string | number; readonly imported?: boolean }[];
  readonly kept_in_internal_comment: readonly string[];
  readonly closure_with_answer_last_comment?: { readonly text: string } | null;
}

/** A ticket that an import made, as a developer reads it, and the comment with what had no place. */
export interface MovedTicket {
  readonly ticket: TicketDetail;
  readonly comments: readonly Comment[];
  readonly leftovers: string;
}

/** The tickets that came from a product, by the names that they had there. @param reader who reads them: a developer. */
export async function movedTickets(app: App, product: string, reader?: Player): Promise<Map<string, MovedTicket>> {
  const dev = reader ?? (await app.cast.dev);
  const listed = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
  const moved = new Map<string, MovedTicket>();
  for (const { id } of listed) {
    const ticket = (await dev.reads({ id })).is(200) as TicketDetail;
    const begin = `From ${product}: `;
    const own = ticket.comments.filter(({ content }) => content.startsWith(begin));
    const name = own[0]?.content.slice(begin.length).split(/\s/)[0];
    if (name === undefined) continue;
    const comments = ticket.comments.filter((comment) => !own.includes(comment));
    moved.set(name, { ticket, comments, leftovers: own.map(({ content }) => content).join('\n') });
  }
  return moved;
}

/** Spellings of Markdown that are shown alike become one, and a picture its name; code stays as it is. */
export const spelled = (text: string): string =>
  text
    .replaceAll(/!\[([^\]]*)\]\(attachment:[^)]*\)/g, '$1')
    .replaceAll(/[ \t]+$/gm, '')
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('')
    .trim();

const plain = (text: string): string =>
  text
    .replaceAll(/^([ \t]*)[*+]( +)/gm, '$1-$2')
    .replaceAll(/(^|[^*\w])\*([^*\n]+)\*(?!\*)/g, '$1_$2_')
    .replaceAll(/^([ \t]*)\d+[.)] /gm, '$11. ')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!~|<>])/g, '$1')
    .replaceAll(/<(https?:[^>\s]+|mailto:[^>\s]+)>/g, '$1')
    .replaceAll(/<br>| {2}\n|\\\n/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/^ {2,4}(?=(-|1\.) )/gm, '  ')
    .replaceAll(/\n{2,}/g, '\n');

const second = (at: string | null | undefined): number | null => (at ? Math.floor(Date.parse(at) / 1000) : null);

/** Gathers what is not as it has to be. */
class Differences {
  readonly all: string[] = [];

  same(what: string, expected: unknown, got: unknown): void {
    if (expected !== undefined && JSON.stringify(expected) !== JSON.stringify(got))
      this.all.push(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
  }

  expect(isRight: boolean, what: string): void {
    if (!isRight) this.all.push(what);
  }

  text(what: string, { text, also = [], has = [], lacks = [] }: ExpectedText, got: string): void {
    for (const piece of lacks) this.expect(!got.includes(piece), `${what} still has ${piece}`);
    const isThere = has.length > 0 && has.every((piece) => spelled(got).includes(spelled(piece)));
    if (!isThere && !also.some((alternative) => spelled(alternative) === spelled(got)))
      this.same(what, spelled(text), spelled(got));
  }
}

/**
 * The differences between a ticket and what an import has to make of it; none when it is right.
 *
 * @param others tickets by their names there.
 */
export function differencesIn(
  expected: ExpectedTicket,
  moved: MovedTicket | undefined,
  others: ReadonlyMap<string, MovedTicket>,
): string[] {
  if (moved === undefined) return ['it did not come'];
  const differences = new Differences();
  compareFields(expected, moved.ticket, differences);
  compareComments(expected, moved, differences);
  compareFiles(expected, moved.ticket, differences);
  if (expected.participants?.length)
    differences.same(
      'people',
      expected.participants,
      moved.ticket.people?.map(({ name }) => name),
    );
  const related = moved.ticket.related_tickets.map(({ number }) => number);
  for (const { other, imported } of expected.links)
    differences.expect(
      imported === false || related.includes(others.get(String(other))?.ticket.number ?? 0),
      `no link to ${other}`,
    );
  // Lines without a name, and amounts, are told in words of Kwit's own.
  for (const line of expected.kept_in_internal_comment.filter(
    (text) => /^[^:]+: /.test(text) && !/\d (h|min)\b/.test(text),
  ))
    for (const value of line
      .slice(line.indexOf(': ') + 1)
      .trim()
      .split(', '))
      differences.expect(moved.leftovers.includes(value), `${value} is lost: ${moved.leftovers}`);
  return differences.all;
}

function compareFields(expected: ExpectedTicket, ticket: TicketDetail, differences: Differences): void {
  differences.same('title', expected.title.replaceAll('\t', ' '), ticket.title);
  differences.same('status', expected.kwit_status, ticket.status);
  differences.same('priority', expected.priority, ticket.priority);
  if (expected.reporter !== null) differences.same('reporter', expected.reporter, ticket.reporter_name);
  differences.same('assignee', expected.assignee, ticket.assignee_name);
  differences.same('created_at', second(expected.created_at), second(ticket.created_at));
  differences.same('updated_at', second(expected.updated_at), second(ticket.updated_at));
  if (expected.open || expected.closed_at !== null)
    differences.same('closed_at', second(expected.closed_at), second(ticket.closed_at));
  differences.same('due', expected.due, ticket.planned_date);
  differences.same('hours', expected.estimate_hours, ticket.estimated_hours);
  differences.same('restricted', expected.private_ticket, ticket.restricted);
  const labels = ticket.labels?.map(({ name }) => name);
  differences.same('labels', expected.labels?.toSorted(), labels?.toSorted());
  const { description, description_also: also, description_has: has, description_lacks: lacks } = expected;
  const expectedText =
    description === null || typeof description === 'string'
      ? { text: description ?? '', also, has, lacks }
      : description;
  differences.text('description', expectedText as ExpectedText, ticket.description);
}

function compareComments(
  { comments: expectedComments }: ExpectedTicket,
  { comments, ticket: { attachments } }: MovedTicket,
  differences: Differences,
): void {
  const said = expectedComments
    .filter(({ text, files = [] }) => text.trim() !== '' || files.length > 0)
    .map((comment, place) => ({ ...comment, place }))
    .toSorted((a, b) => Number(second(a.at)) - Number(second(b.at)) || a.place - b.place);
  differences.same('number of comments', said.length, comments.length);
  for (const [index, comment] of said.entries()) {
    const got = comments[index];
    if (got === undefined) continue;
    if (comment.author !== null) differences.same(`author of comment ${index}`, comment.author, got.user_name);
    differences.same(`time of comment ${index}`, second(comment.at), second(got.created_at));
    differences.same(`audience of comment ${index}`, comment.visibility === 'internal', got.is_internal);
    if (comment.edited_at !== undefined)
      differences.same(`edit of comment ${index}`, second(comment.edited_at), second(got.edited_at));
    differences.text(`comment ${index}`, comment, got.content);
    for (const { name, bytes } of comment.files?.filter(({ in_folder }) => in_folder) ?? [])
      differences.expect(
        attachments.some(
          ({ original_name, size, comment_id }) =>
            (name === null ? size === bytes : original_name === name) && comment_id === got.id,
        ),
        `${name} did not come with comment ${index}`,
      );
  }
}

function compareFiles(expected: ExpectedTicket, ticket: TicketDetail, differences: Differences): void {
  const { description } = expected;
  const files = [
    ...(expected.files ?? []),
    ...(description === null || typeof description === 'string' ? [] : (description.files ?? [])),
    ...expected.comments.flatMap((comment) => comment.files ?? []),
  ].filter(({ in_folder }) => in_folder);
  differences.same(
    'sizes of files',
    files.map(({ bytes }) => bytes).sort(),
    ticket.attachments.map(({ size }) => size).sort(),
  );
  const names = ticket.attachments.map(({ original_name }) => original_name);
  for (const { name } of files) differences.expect(name === null || names.includes(name), `no file is called ${name}`);
  const urls = ticket.external_references.map(({ url }) => url);
  for (const { url } of expected.external_references ?? [])
    differences.expect(urls.includes(url), `no reference ${url}`);
}
