import {
  fromJsonSchema,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { type Failure, SENTENCE } from '#platform';
import { type PageOfTicket, pageOfAnswers, pageOfTicket, type Reading } from '../tools/pages.ts';
import { PROMPTS } from '../tools/prompts.ts';

const MARKDOWN = 'text/markdown';

const RESOURCES = [
  {
    name: 'ticket',
    title: 'A ticket',
    description: 'A ticket with its comments, files and links.',
    page: pageOfTicket,
  },
  {
    name: 'answers',
    title: 'Answers for a ticket',
    description: 'Its own answer, and those of tickets that were about something similar.',
    page: pageOfAnswers,
  },
] as const;

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
  for (const { name, title, description, page } of RESOURCES)
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
      const told = await Promise.all(
        pages.map(async ({ address, page }) => ({
          type: 'resource' as const,
          resource: { uri: `${address}/${number}`, mimeType: MARKDOWN, text: await read(page, Number(number)) },
        })),
      );
      const contents = [{ type: 'text' as const, text: task(Number(number)) }, ...told];
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
