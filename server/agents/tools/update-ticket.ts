import { Type } from 'typebox';
import { nullable, oneOf, record } from '#contract/scalars.ts';
import { TicketChanges } from '#contract/tickets.ts';
import { STATUSES } from '#contract/words.ts';
import type { Work } from '#platform';
import { changeTicket, viewTicket } from '#tickets';
import { FencedText } from '../texts/fenced-text.ts';
import { NamedAssignee, NamedProject, projectId, TicketNumber, ticketId } from './named-things.ts';
import { tool } from './tool.ts';

/** Closing is a tool of its own, for it sends a text. */
const OPEN = STATUSES.filter((status) => status !== 'closed') as Exclude<(typeof STATUSES)[number], 'closed'>[];

const { priority, category, urgency_reporter, planned_date, estimated_hours, internal_note } = TicketChanges.properties;

const assigneeId = (work: Work, named: string): string | null =>
  named === 'none' ? null : named === 'me' ? work.actor.id : named;

export const updateTicket = tool({
  name: 'update_ticket',
  title: 'Change a ticket',
  description:
    'Changes what a ticket is: status, priority, category, project, assignee, plan, internal note. Read it first and send its version: if somebody has changed it since, nothing is done. No text that its reporter reads can be changed here.',
  effect: 'writes',
  input: record({
    number: TicketNumber,
    version: Type.Integer({ minimum: 1, description: 'As get_ticket told it.' }),
    status: Type.Optional(oneOf(OPEN)),
    priority,
    category,
    urgency_reporter,
    planned_date,
    estimated_hours,
    internal_note,
    project: Type.Optional(nullable(NamedProject)),
    assignee: Type.Optional(NamedAssignee),
  }),
  async run({ write, texts }, { number, version, project, assignee, ...fields }) {
    const ticket = await write(async (work) => {
      const changes: TicketChanges = {
        ...fields,
        ...(project === undefined ? {} : { project_id: project === null ? null : await projectId(work, project) }),
        ...(assignee === undefined ? {} : { assignee_id: assigneeId(work, assignee) }),
      };
      return viewTicket(
        await changeTicket(work, await ticketId(work, number), changes, (now) => now === version),
        work,
      );
    });
    const { status, priority: pressing, assignee_id } = ticket;
    return {
      fields: { number, version: ticket.version, status, priority: pressing, assignee_id },
      text: new FencedText(texts).say(`Changed #${number}, which has version ${ticket.version} now.`),
    };
  },
});
