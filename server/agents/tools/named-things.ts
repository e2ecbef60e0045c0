import { Type } from 'typebox';
import { ticketScope } from '#access';
import { UUID } from '#contract/scalars.ts';
import { Failure, fold, type Work } from '#platform';
import { listStoredProjects, ticketIdOf } from '#tickets';

export const TicketNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The number of the ticket, as people say it: 42.',
});

export const NamedProject = Type.String({
  text: true,
  minLength: 1,
  maxLength: 120,
  description: 'The name of a project, or its id.',
});

export const NamedAssignee = Type.String({
  pattern: `${UUID}|^me$|^none$`,
  description: '`me`, `none`, or the id of a developer.',
});

/** The id of the ticket with that number. @throws Failure `ticket_not_found`. */
export async function ticketId(work: Work, number: number): Promise<string> {
  const id = await ticketIdOf(work, number);
  if (id === undefined) throw new Failure('ticket_not_found');
  return id;
}

/** The id of a project that is named by its id or its name. @throws Failure `project_not_found`. */
export async function projectId(work: Work, named: string): Promise<string> {
  const projects = await listStoredProjects(work, ticketScope(work.actor));
  const found = projects.find(({ id, name }) => id === named || fold(name) === fold(named));
  if (found === undefined) throw new Failure('project_not_found', { message: 'No project is called so; list them.' });
  return found.id;
}
