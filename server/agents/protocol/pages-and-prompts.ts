import {
  fromJsonSchema,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Failure } from '#platform';
import { SENTENCE } from '#platform/serving';
import { developerNamed, FencedText } from '../texts/fenced-text.ts';
import { answersFor, writeAnswers } from '../tools/finding.ts';
import { TICKET_PARTS, ticketFields, ticketText, ticketWithAuthors } from '../tools/showing.ts';
import type { ToolCall } from '../tools/tool.ts';

export type Reading = Pick<ToolCall, 'read' | 'texts' | 'appUrl' | 'person'>;

/** A page about a ticket, for a model to read: Markdown, with what people wrote in fences. */
export type PageOfTicket = (reading: Reading, number: number) => Promise<string>;

/** The ticket itself. @throws Failure `ticket_not_found`, `forbidden`. */
export const pageOfTicket: PageOfTicket = async ({ read, texts, appUrl, person }, number) => {
  const { ticket, authors } = await read((work) => ticketWithAuthors(work, number));
  const showing = { texts, authors, appUrl, include: TICKET_PARTS };
  return ticketText(ticket, ticketFields(ticket, showing, person.id), showing, person.id).toString();
};

/** Its own answer, if it has one, and the answers of tickets that were about something similar. @throws Failure as `pageOfTicket`. */
export const pageOfAnswers: PageOfTicket = async ({ read, texts }, number) => {
  const { own, similar, name } = await read(async (work) => {
    const { ticket, authors } = await ticketWithAuthors(work, number);
    const answers = await answersFor(work, texts, `${ticket.title}\n${ticket.description}`);
    const answer = ticket.comments.find(({ is_closure_summary }) => is_closure_summary);
    return {
      own: answer,
      name: answer === undefined ? null : texts.nameOf(authors(answer.user_id)),
      similar: answers.filter((answer) => answer.number !== number),
    };
  });
  const text = new FencedText(texts).say(`Answers for ticket #${number}`);
  text.quote('its own answer', own?.content ?? null, developerNamed(name));
  writeAnswers(text, similar);
  return text.toString();
};

/** A task that a person gives to their agent, about one ticket. */
export interface TicketPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The instruction, in words of Kwit's own. */
  task(number: number): string;
  /** The pages that the agent reads with it. */
  readonly pages: readonly { readonly name: string; readonly page: PageOfTicket }[];
}

const TICKET = {
  name: 'ticket',
  title: 'A ticket',
  description: 'A ticket with its comments, files and links.',
  page: pageOfTicket,
};

const ANSWERS = {
  name: 'answers',
  title: 'Answers for a ticket',
  description: 'Its own answer, and those of tickets that were about something similar.',
  page: pageOfAnswers,
};

export const PROMPTS: readonly TicketPrompt[] = [
  {
    name: 'triage',
    title: 'Triage a ticket',
    description: 'What is it, how pressing is it, what is missing, and has it been answered before?',
    task: (number) =>
      `Triage ticket #${number}. Say in a few lines what its reporter needs, which category and priority fit and why, what is missing to work on it, and whether one of the answers solves it. Propose changes; make none before I agree.`,
    pages: [TICKET, ANSWERS],
  },
  {
    name: 'write_answer',
    title: 'Write an answer',
    description: 'A draft of the answer with which a ticket closes, from what solved similar ones.',
    task: (number) =>
      `Draft the answer with which ticket #${number} closes, for its reporter, in the language of the ticket: what was wrong, what was done, what they do if it comes back. Use what solved similar tickets where it fits, and say which. Send nothing before I agree.`,
    pages: [TICKET, ANSWERS],
  },
  {
    name: 'duplicates_of',
    title: 'Find duplicates',
    description: 'Which other tickets are about the same thing?',
    task: (number) =>
      `Look with search_tickets for tickets that are about the same thing as ticket #${number}, open and closed ones, by several of its words and by what else they may be called. List each with its number, and why it is the same or is not.`,
    pages: [TICKET],
  },
];

const MARKDOWN = 'text/markdown';

/** Arguments of prompts are texts, by the protocol. */
const OneTicket = fromJsonSchema<{ number: string }>({
  type: 'object',
  properties: { number: { type: 'string', pattern: '^[1-9][0-9]{0,14}$', description: 'The number of the ticket.' } },
  required: ['number'],
  additionalProperties: false,
});

/**
 * Adds what an agent reads and is told without a tool (docs/rules/mcp.md#resources-and-prompts).
 *
 * @param refusalOfPage what an agent is told of an error: no words but Kwit's own.
 */
export function addPagesAndPrompts(
  server: McpServer,
  reading: Reading,
  refusalOfPage: (error: unknown) => Failure,
): void {
  const read = async (page: PageOfTicket, number: number) => {
    try {
      return await page(reading, number);
    } catch (error) {
      throw refusedPage(refusalOfPage(error));
    }
  };
  for (const { name, title, description, page } of [TICKET, ANSWERS])
    server.registerResource(
      name,
      new ResourceTemplate(`kwit://${name}/{number}`, { list: undefined }),
      { title, description, mimeType: MARKDOWN },
      async ({ href }, { number }) => ({
        contents: [{ uri: href, mimeType: MARKDOWN, text: await read(page, numberIn(number)) }],
      }),
    );
  for (const { name, title, description, task, pages } of PROMPTS)
    server.registerPrompt(name, { title, description, argsSchema: OneTicket }, async ({ number }) => {
      const resources = await Promise.all(
        pages.map(async ({ name: of, page }) => ({
          type: 'resource' as const,
          resource: { uri: `kwit://${of}/${number}`, mimeType: MARKDOWN, text: await read(page, Number(number)) },
        })),
      );
      const contents = [{ type: 'text' as const, text: task(Number(number)) }, ...resources];
      return { description, messages: contents.map((content) => ({ role: 'user' as const, content })) };
    });
}

const refusedPage = ({ code, more }: Failure): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${more.message ?? SENTENCE[code]}`);

/** @throws ProtocolError for what is no number of a ticket. */
function numberIn(text: string | string[] | undefined): number {
  if (typeof text === 'string' && /^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Name a ticket by its number: kwit://ticket/42');
}
