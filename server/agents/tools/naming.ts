import { Type } from 'typebox';
import { seesEverything } from '#access';
import { UUID } from '#contract/words.ts';
import { listStoredUsers, type StoredUser } from '#people';
import { Failure, fold, type Work } from '#platform';
import { listSeenProjects, ticketIdOf } from '#tickets';

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
  text: true,
  minLength: 1,
  maxLength: 254,
  description: '`me`, `none`, or the name, the address or the id of a developer.',
});

/** The id of the ticket with that number. @throws Failure `ticket_not_found`. */
export async function ticketId(work: Work, number: number): Promise<string> {
  const id = await ticketIdOf(work, number);
  if (id === undefined) throw new Failure('ticket_not_found');
  return id;
}

/** The id of a project that is named by its id or its name. @throws Failure `project_not_found`. */
export async function projectId(work: Work, named: string): Promise<string> {
  const projects = await listSeenProjects(work);
  const project = projects.find(({ id, name }) => id === named || fold(name) === fold(named));
  if (project === undefined) throw new Failure('project_not_found', { message: 'No project is called so; list them.' });
  return project.id;
}

const IS_ID = new RegExp(UUID);
/** How many people of a name are looked through for the one of just that name. */
const NAMESAKES = 50;

/**
 * The developer who is called so; `none` stays.
 *
 * @throws Failure `assignee_not_found` when none is, or several are.
 */
export async function assigneeId(work: Work, named: string): Promise<string> {
  if (named === 'none' || IS_ID.test(named)) return named;
  if (named === 'me') return work.actor.id;
  const isSame = ({ name, email }: StoredUser) => fold(name) === fold(named) || email === named.toLowerCase();
  const people = seesEverything(work.actor)
    ? await listStoredUsers(work, { role: 'developer', isActive: true, q: fold(named), limit: NAMESAKES })
    : [];
  const [person, ...others] = people.filter(isSame);
  if (person === undefined || others.length > 0)
    throw new Failure('assignee_not_found', {
      message: person ? 'Several developers are called so; say the address.' : 'No developer is called so.',
    });
  return person.id;
}
