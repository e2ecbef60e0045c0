import { permitFields, standing } from '#access';
import { Split } from '#contract/merging.ts';
import { record } from '#contract/scalars.ts';
import { Failure } from '#platform';
import { findTicket, mergeTicket, splitTicket } from '#tickets';
import { listActsTool, undoActTool } from './acts.ts';
import { findAnswers, listProjects, myWork, searchTickets } from './finding.ts';
import { TicketNumber, ticketId } from './naming.ts';
import { getTicket, whoami } from './showing.ts';
import { notifyAskersTool, whoWasTold } from './telling.ts';
import { said, type Tool, type ToolAnswer, type ToolCall, type ToolQuestion, tool } from './tool.ts';
import { attachText, closeTicket, commentTool, reportTicket, updateTicket } from './writing.ts';

const pair = record({
  number: TicketNumber,
  into: { ...TicketNumber, description: 'The number of the ticket that goes on.' },
});

/** A merge closes tickets, or lets one answer close them. */
const MERGING = { status: 'closed' };

export const placeBeside = tool({
  name: 'place_beside',
  title: 'Let a ticket stand beside another one',
  description:
    'Says that two tickets are about the same thing: nothing moves, nobody is told, and one answer can close both. For developers.',
  effect: 'writes',
  input: pair,
  async run({ write, texts }, { number, into }) {
    const lead = await write(async (work) => {
      permitFields(work.actor, MERGING);
      const target = await ticketId(work, into);
      return mergeTicket(work, await ticketId(work, number), { into: target, mode: 'beside' }, null);
    });
    return said(texts, `#${number} stands beside #${lead.number}.`, { number, lead: lead.number });
  },
});

/** Asks before anything leaves for the reporter. @throws Failure for who works on neither, or not on both. */
const joinQuestion = ({ read }: ToolCall, number: number, into: number): Promise<ToolQuestion> =>
  read(async (work) => {
    permitFields(work.actor, MERGING);
    const source = await findTicket(work, await ticketId(work, number));
    const target = await findTicket(work, await ticketId(work, into));
    if ([source, target].some((ticket) => standing(work.actor, ticket) !== 'worker')) throw new Failure('forbidden');
    return {
      question: `Join #${number} to #${into}? Its comments, files and links go along, it closes with “Continued in #${into}”, and its reporter is mailed so.`,
      about: `join ${number} ${into} ${source.version}`,
    };
  });

async function join(call: ToolCall, number: number, into: number): Promise<ToolAnswer> {
  const agreed = (version: number) => call.agreedTo === `join ${number} ${into} ${version}`;
  const root = await call.write(async (work) => {
    const target = await ticketId(work, into);
    return mergeTicket(work, await ticketId(work, number), { into: target, mode: 'join' }, agreed);
  });
  return said(call.texts, `Joined #${number} to #${root.number}.`, { number, merged_into: root.number });
}

export const joinTicket = tool({
  name: 'join_ticket',
  title: 'Join a ticket to another one',
  description:
    'Joins a ticket to another one of the same reporter: comments, files and links go along, and it closes. Its reporter is mailed, so the person is asked first. It can be taken back in the app. For developers.',
  effect: 'sends',
  input: pair,
  async run(call, { number, into }) {
    if (call.hasDeclined) throw new Failure('forbidden', { message: 'The person did not agree. Nothing was done.' });
    return call.agreedTo === null ? joinQuestion(call, number, into) : join(call, number, into);
  },
});

export const splitTicketTool = tool({
  name: 'split_ticket',
  title: 'Split a ticket',
  description:
    'Makes a new ticket of comments that are about something else, by their ids of get_ticket. Their files go along. For developers.',
  effect: 'writes',
  input: record({ number: TicketNumber, ...Split.properties }),
  async run({ write, texts }, { number, ...split }) {
    const made = await write(async (work) => splitTicket(work, await ticketId(work, number), split));
    const fields = { number: made.number, split_from: number, version: made.version };
    return said(texts, `Split #${made.number} off #${number}.`, fields);
  },
});

/** Every tool, in the order in which lists have them (docs/rules/mcp.md#tools). */
export const TOOLS: readonly Tool[] = [
  searchTickets,
  getTicket,
  findAnswers,
  myWork,
  listProjects,
  whoWasTold,
  listActsTool,
  whoami,
  reportTicket,
  commentTool,
  updateTicket,
  closeTicket,
  attachText,
  placeBeside,
  joinTicket,
  splitTicketTool,
  notifyAskersTool,
  undoActTool,
];
