import { Type } from 'typebox';
import { seesEverything } from '#access';
import type { Attachment } from '#contract/attachments.ts';
import type { Comment } from '#contract/comments.ts';
import type { RelatedTicket } from '#contract/relations.ts';
import { oneOf, record } from '#contract/scalars.ts';
import { fieldsWith, PLAN_FIELDS } from '#contract/ticket-fields.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { BUG_TEXTS, TOKEN_SCOPES } from '#contract/words.ts';
import { pick, type Work } from '#platform';
import { showTicket } from '#tickets';
import { type Author, authorsOf, developerNamed, FencedText, type PeoplesTexts } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './naming.ts';
import { tool } from './tool.ts';

/** How many comments an agent gets, the newest ones: a model cannot read a thousand. */
const MOST_COMMENTS = 50;
const LINE_LENGTH = 300;

export const TICKET_PARTS = ['comments', 'files', 'links'] as const;
export type TicketPart = (typeof TICKET_PARTS)[number];

/** By what a ticket is shown: whose texts, who its people are, where the app is, and which parts. */
export interface Showing {
  readonly texts: PeoplesTexts;
  readonly authors: (id: string | null) => Author;
  readonly appUrl: string;
  readonly include: readonly TicketPart[];
}

/** Until when an answer is due, as far as the person may know, and whether that is soon or over. */
export const dueOf = ({ wait, answer_due_at }: Pick<TicketDetail, 'wait' | 'answer_due_at'>) => ({
  answer_due_at: wait?.due_at ?? answer_due_at ?? null,
  answer_state: wait?.state ?? null,
});

export const dueFacts = ({ answer_due_at: due, answer_state: state }: ReturnType<typeof dueOf>): string[] =>
  due === null
    ? []
    : [state === 'missed' ? `its answer was due by ${due} and is missed` : `its answer is due by ${due}`];

/** The comments that are shown, oldest first. */
export const newestComments = ({ comments }: Pick<TicketDetail, 'comments'>) => comments.slice(-MOST_COMMENTS);

/**
 * Its author, as they were when they wrote it, with the name that they may have now: who is no developer any more has none
 * where reporters' words are withheld.
 */
export const authorOf = (comment: Comment, readerId: string, { texts, authors }: Naming): Author => ({
  name: texts.nameOf(authors(comment.user_id)) === null ? null : comment.user_name,
  role: comment.is_developer ? 'developer' : 'user',
  isReader: comment.user_id === readerId,
});

/** The fields of a ticket for programs: everything that the person may see of it, but for ids and addresses of people. */
export function ticketFields(ticket: TicketDetail, showing: Showing, readerId: string) {
  const { texts, authors, appUrl, include } = showing;
  const reporter = authors(ticket.reporter_id);
  const own = (text: string | null) => texts.shown(text, reporter);
  const has = (part: TicketPart) => include.includes(part);
  return {
    ...pick(
      ticket,
      'number',
      'version',
      ...fieldsWith({ kind: 'word' }),
      ...PLAN_FIELDS,
      'created_at',
      'updated_at',
      'closed_at',
      'awaiting_reply_since',
      'can',
    ),
    ...dueOf(ticket),
    url: appUrl === '' ? null : `${appUrl}/t/${ticket.number}`,
    project: texts.nameOf(developerNamed(ticket.project_name)),
    assignee: ticket.assignee_id && texts.nameOf(authors(ticket.assignee_id)),
    reporter: texts.nameOf(reporter),
    title: texts.shownLine(ticket.title, reporter, LINE_LENGTH),
    description: own(ticket.description),
    ...Object.fromEntries(BUG_TEXTS.map((field) => [field, own(ticket[field])])),
    ...('internal_note' in ticket
      ? { internal_note: texts.shown(ticket.internal_note ?? null, developerNamed(null)) }
      : {}),
    ...(Object.keys(ticket.fields).length + ticket.lacks.length === 0
      ? {}
      : { fields: valuesOf(ticket, showing), lacks: ticket.lacks }),
    merged_into: ticket.merged_into?.number ?? null,
    ...(ticket.beside === undefined ? {} : { beside: ticket.beside.map(({ number }) => number) }),
    ...(has('comments') ? { comments: commentsOf(ticket, showing, readerId) } : {}),
    ...(has('files') ? { files: ticket.attachments.map((file) => fileOf(file, showing)) } : {}),
    ...(has('links') ? linksOf(ticket, showing) : {}),
  };
}

type Naming = Pick<Showing, 'texts' | 'authors'>;

/** The values of the fields of its category and project: words are its reporter's, whoever filled them in. */
function valuesOf({ fields, reporter_id }: TicketDetail, { texts, authors }: Naming) {
  const shown = (text: string) => texts.shownLine(text, authors(reporter_id), LINE_LENGTH);
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (typeof value === 'string') return [key, shown(value)];
      if (Array.isArray(value)) return [key, value.map(shown)];
      return [key, typeof value === 'object' ? texts.nameOf(authors(value.id)) : value];
    }),
  );
}

const commentsOf = (ticket: TicketDetail, showing: Showing, readerId: string) =>
  newestComments(ticket).map((comment) => {
    const { texts } = showing;
    const author = authorOf(comment, readerId, showing);
    return {
      ...pick(comment, 'id', 'is_internal', 'is_closure_summary', 'created_at', 'edited_at'),
      author: texts.nameOf(author),
      role: author.role,
      content: texts.shown(comment.content, author),
      ...(comment.found_by ? { found_by: wordsFor(comment, showing) } : {}),
    };
  });

/** The other words by which an answer is found. */
const wordsFor = ({ found_by = [] }: Comment, { texts }: Naming): string[] =>
  found_by.flatMap((words) => texts.shownLine(words, developerNamed(null), LINE_LENGTH) ?? []);

const fileOf = ({ original_name, mime_type, size, is_internal, uploaded_by }: Attachment, showing: Showing) => ({
  name: showing.texts.shownLine(original_name, showing.authors(uploaded_by), LINE_LENGTH),
  type: mime_type,
  size,
  is_internal,
});

const linksOf = ({ related_tickets, external_references }: TicketDetail, { texts, authors }: Showing) => ({
  links: related_tickets.map((other: RelatedTicket) => ({
    number: other.number,
    title: texts.shownLine(other.title, authors(other.reporter_id), LINE_LENGTH),
    status: other.status,
    relation: other.relation_type,
    direction: other.direction,
  })),
  references: external_references.map(({ ref_type, url, title }) => ({
    type: ref_type,
    url: texts.shownLine(url, developerNamed(null), 2048),
    title: texts.shownLine(title, developerNamed(null), LINE_LENGTH),
  })),
});

/** A ticket in words for a model: what Kwit says of it, and each text of a person in a fence. */
export function ticketText(
  ticket: TicketDetail,
  fields: ReturnType<typeof ticketFields>,
  { texts, authors, include }: Showing,
  readerId: string,
): FencedText {
  const reporter = authors(ticket.reporter_id);
  const text = new FencedText(texts)
    .say(`Ticket #${ticket.number}, version ${ticket.version}`)
    .say(factsOf(ticket))
    .quote('title', ticket.title, reporter)
    .quote('description', ticket.description, reporter);
  for (const field of BUG_TEXTS) text.quote(field.replaceAll('_', ' '), ticket[field], reporter);
  text.quote('internal note', ticket.internal_note ?? null, developerNamed(null));
  if (include.includes('comments')) tellComments(text, ticket, { texts, authors }, readerId);
  for (const part of ['files', 'links', 'references'] as const) {
    const things: readonly object[] = fields[part] ?? [];
    const lines = things.map((thing, index) => ({ key: String(index + 1), text: JSON.stringify(thing) }));
    text.quoteLines(part, lines);
  }
  return text;
}

function factsOf(ticket: TicketDetail): string {
  const { status, priority, category, created_at, closed_at, awaiting_reply_since } = ticket;
  return [
    `status ${status}, priority ${priority}, ${category}, reported ${created_at}`,
    ...(closed_at === null ? [] : [`closed ${closed_at}`]),
    ...(awaiting_reply_since === null ? [] : [`its reporter waits for an answer since ${awaiting_reply_since}`]),
    ...dueFacts(dueOf(ticket)),
  ].join(', ');
}

function tellComments(text: FencedText, ticket: TicketDetail, naming: Naming, readerId: string): void {
  const shown = newestComments(ticket);
  const left = ticket.comments.length - shown.length;
  text.say(`Comments: ${shown.length}, the oldest first${left === 0 ? '' : `; ${left} older ones are left out`}`);
  for (const comment of shown) {
    const kind = comment.is_closure_summary ? 'answer' : comment.is_internal ? 'internal comment' : 'comment';
    text.quote(`${kind} of ${comment.created_at}`, comment.content, authorOf(comment, readerId, naming));
    const lines = wordsFor(comment, naming).map((words, index) => ({ key: String(index + 1), text: words }));
    text.quoteLines('other words by which the answer is found', lines);
  }
}

/** Reads a ticket by its number, with everybody who wrote something of it. @throws Failure `ticket_not_found`, `forbidden`. */
export async function ticketWithAuthors(
  work: Work,
  number: number,
): Promise<{ ticket: TicketDetail; authors: (id: string | null) => Author }> {
  const ticket = await showTicket(work, await ticketId(work, number));
  const reporters = [ticket, ...ticket.related_tickets].map(({ reporter_id }) => reporter_id);
  const uploaders = ticket.attachments.map(({ uploaded_by }) => uploaded_by);
  const writers = ticket.comments.map(({ user_id }) => user_id);
  return { ticket, authors: await authorsOf(work, [...reporters, ...uploaders, ...writers, ticket.assignee_id]) };
}

export const getTicket = tool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description:
    'One ticket with its texts, its newest comments, the names of its files, and its links. Its version is what update_ticket wants.',
  effect: 'reads',
  input: record({
    number: TicketNumber,
    include: Type.Optional(
      Type.Array(oneOf(TICKET_PARTS), {
        uniqueItems: true,
        maxItems: TICKET_PARTS.length,
        description: 'All of them unless sent.',
      }),
    ),
  }),
  async run({ read, texts, appUrl, person }, { number, include = TICKET_PARTS }) {
    const { ticket, authors } = await read((work) => ticketWithAuthors(work, number));
    const showing = { texts, authors, appUrl, include };
    const fields = ticketFields(ticket, showing, person.id);
    return { fields: { ticket: fields }, text: ticketText(ticket, fields, showing, person.id) };
  },
});

function sightOf(isDeveloper: boolean, readsAll: boolean): string {
  if (readsAll) return 'Sees all tickets and internal comments.';
  return isDeveloper
    ? 'Sees tickets and internal comments, but for sealed projects and restricted tickets of others.'
    : 'Sees the tickets that they reported.';
}

export const whoami = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'For whom the agent acts, and what it may do for them here.',
  effect: 'reads',
  input: record({}),
  async run({ person, mode, texts }) {
    const { name, role, language, credential } = person;
    const scope = credential.kind === 'token' ? credential.scope : null;
    const mayWrite = mode === 'write' && scope !== null && scope !== TOKEN_SCOPES[0];
    const isDeveloper = person.role === 'developer';
    const readsAll = seesEverything(person);
    const can = {
      read_all_tickets: readsAll,
      read_internal_comments: isDeveloper,
      report: mayWrite,
      comment: mayWrite,
      comment_internally: mayWrite && isDeveloper,
      update: mayWrite,
      close: mayWrite && isDeveloper,
    };
    const text = new FencedText(texts)
      .say(`Role ${role}, reads ${language}; the token has the scope ${scope}, the setting mcp is ${mode}.`)
      .say(sightOf(isDeveloper, readsAll))
      .say(mayWrite ? 'May write.' : 'May only read.')
      .quote('name', name, { name, role, isReader: true });
    const own = { name, role, isReader: true } as const;
    return { fields: { name: texts.nameOf(own), role, language, scope, mcp: mode, can }, text };
  },
});
