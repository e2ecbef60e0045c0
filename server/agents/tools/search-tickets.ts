import { Type } from 'typebox';
import { oneOf, record } from '#contract/scalars.ts';
import { STATUSES } from '#contract/words.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { linesOf, tellLines } from './listed-tickets.ts';
import { NamedAssignee, NamedProject, projectId } from './named-things.ts';
import { tool } from './tool.ts';

const MOST = 50;
const FEW = 20;

export const searchTickets = tool({
  name: 'search_tickets',
  title: 'Search tickets',
  description:
    'Lists tickets that the person may see: all of them for developers, their own for reporters. With q, the best match first; else the newest. Rows have no descriptions: read one with get_ticket.',
  effect: 'reads',
  input: record({
    q: Type.Optional(
      Type.String({
        text: true,
        minLength: 1,
        maxLength: 200,
        description: 'Words of title, description and comments. "In quotes" for words in a row, #42 for that ticket.',
      }),
    ),
    status: Type.Optional(Type.Array(oneOf(STATUSES), { minItems: 1, maxItems: STATUSES.length, uniqueItems: true })),
    assignee: Type.Optional(NamedAssignee),
    project: Type.Optional(NamedProject),
    mine: Type.Optional(Type.Boolean({ description: 'Only what the person reported.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, description: `${FEW} unless sent.` })),
  }),
  async run({ read, texts }, { q, status, assignee, project, mine, limit = FEW }) {
    const tickets = await read(async (work) =>
      linesOf(work, texts, {
        limit,
        ...(q === undefined ? {} : { q }),
        ...(status === undefined ? {} : { status: status.join(',') }),
        ...(assignee === undefined ? {} : { assignee_id: assignee }),
        ...(project === undefined ? {} : { project_id: await projectId(work, project) }),
        ...(mine === true ? { my: '1' as const } : {}),
      }),
    );
    const text = new FencedText(texts);
    tellLines(text, tickets.length === limit ? `The first ${limit} tickets` : 'Tickets', tickets);
    return { fields: { tickets }, text };
  },
});
