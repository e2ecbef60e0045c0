import { addedPeople, isSealed, permitOpening, type Reader, standing, standingBy, withSight } from '#access';
import type { AccessRow } from '#contract/teams.ts';
import { MOST_PEOPLE } from '#contract/words.ts';
import { unfollow } from '#conversation';
import { recordEvent, recordHistory } from '#events';
import { findUser, findUserByEmail, findUsers, holdUser, type StoredUser } from '#people';
import { Failure, isDeveloper, type Work } from '#platform';
import type { RowOf } from '#records';
import { recordAudit } from '#settings';
import { findTicket, holdRoot } from '../find-ticket.ts';
import { ProjectStore } from '../project-store.ts';
import { TeamStore } from '../team-store.ts';
import type { HeldTicket, NamedTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { TicketPeopleStore } from './people-store.ts';
import { activeDevelopers, addStoredPerson, personLine, refuseOrphan, without } from './sight-changes.ts';

/** @throws Failure `forbidden` for who neither works on the ticket nor reported it. */
function permitPeople({ actor }: Work, ticket: HeldTicket): void {
  const own = permitOpening(actor, ticket);
  if (own !== 'worker' && own !== 'reporter')
    throw new Failure('forbidden', { message: 'Only its reporter and who works on this ticket add people to it.' });
}

/**
 * Adds somebody to a ticket, who sees its public words from then on (docs/rules/access.md#people-on-a-ticket).
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `user_not_found`, `cannot_be_added`, `limit_reached`.
 */
export async function addTicketPerson(work: Work, id: string, userId: string): Promise<void> {
  const ticket = await holdRoot(work, id);
  permitPeople(work, ticket);
  await addPerson(work, ticket, userId);
}

/**
 * `addTicketPerson` for a caller who knows an address and no id.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `user_not_found` for an address that nobody has, `cannot_be_added`,
 *   `limit_reached`.
 */
export async function addTicketPersonByEmail(
  work: Work,
  id: string,
  email: string,
): Promise<{ id: string; name: string }> {
  const ticket = await holdRoot(work, id);
  permitPeople(work, ticket);
  const person = await findUserByEmail(work, email);
  if (person === undefined) throw new Failure('user_not_found', { message: 'Nobody has this address.' });
  return addPerson(work, ticket, person.id);
}

async function addPerson(work: Work, ticket: HeldTicket, userId: string): Promise<{ id: string; name: string }> {
  const held = await holdUser(work, userId);
  const person = await findUser(work, userId);
  if (held === undefined || person === undefined) throw new Failure('user_not_found');
  if (person.is_active === 0) throw new Failure('cannot_be_added');
  const people = addedPeople(ticket);
  const isOn = people.some(({ id }) => id === userId);
  const appoints = standing(work.actor, ticket) === 'worker';
  if (!isOn && people.length >= MOST_PEOPLE) throw new Failure('limit_reached');
  if (!isOn) await work.of(TicketStore).touch(ticket.id, work.now);
  await addStoredPerson(work, ticket, person, appoints);
  return { id: person.id, name: person.name };
}

/**
 * Takes somebody off a ticket (docs/rules/access.md#people-on-a-ticket). Everybody takes themselves off.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `user_not_found`, `would_be_orphaned`.
 */
export async function removeTicketPerson(work: Work, id: string, userId: string): Promise<void> {
  const ticket = await holdRoot(work, id);
  if (userId !== work.actor.id) permitPeople(work, ticket);
  const person = await findUser(work, userId);
  if (person === undefined) throw new Failure('user_not_found');
  const row = await work.of(TicketPeopleStore).find({ ticket_id: ticket.id, user_id: userId });
  if (row === undefined) return;
  refuseOthersPerson(work, ticket, row);
  const after = without(ticket, userId);
  await refuseOrphan(work, after);
  await work.of(TicketPeopleStore).remove(row);
  work.lines.push(personLine(ticket.id, person, { old: true, before: row }));
  await recordHistory(work, ticket.id, [{ field: 'people', from: person.name, to: null }]);
  const [reader] = await withSight(work, [person]);
  if (reader && standing(reader, after) === 'none') await unfollow(work, ticket.id, userId);
  const { reporter_id, assignee_id, project_id, restricted, people } = ticket;
  await work.of(TicketStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.person_removed', {
    user_id: userId,
    internal: { before: { reporter_id, assignee_id, project_id, restricted, people } },
  });
  await recordAudit(work, 'ticket.person_removed', ticket.id, { user_id: userId });
}

/** @throws Failure `forbidden` for a reporter who takes off somebody whom they did not add, or whom a worker confirmed. */
function refuseOthersPerson({ actor }: Work, ticket: HeldTicket, row: RowOf<'ticket_people'>): void {
  if (row.user_id === actor.id || standing(actor, ticket) === 'worker') return;
  if (row.added_by !== actor.id || row.appointed === 1)
    throw new Failure('forbidden', {
      message: 'Who works on this ticket added this person; ask them to take them off.',
    });
}

/**
 * The people who see a ticket, and why (docs/rules/access.md#seen-by). Its reporter learns the names of people who were added and of its
 * assignee, and of teams how many they are.
 *
 * @throws Failure `ticket_not_found`, `forbidden` for everybody else.
 */
export async function showAccess(work: Work, id: string): Promise<AccessRow[]> {
  const ticket = await findTicket(work, id);
  const own = standing(work.actor, ticket);
  if (own === 'worker') return everyRow(work, ticket);
  if (own === 'reporter') return reporterRows(work, ticket);
  throw new Failure('forbidden', { message: 'Only its reporter and who works on this ticket see who reads it.' });
}

type Seeing = StoredUser & Reader;

async function seeing(work: Work, ticket: NamedTicket): Promise<Seeing[]> {
  const named = [ticket.reporter_id, ticket.assignee_id, ...addedPeople(ticket).map(({ id }) => id)];
  const ids = new Set(named.filter((id) => id !== null));
  const others = (await activeDevelopers(work)).filter(({ id }) => !ids.has(id));
  const people = await withSight(work, [...(await findUsers(work, [...ids])), ...others]);
  return people.filter((person) => person.is_active === 1 && standing(person, ticket) !== 'none');
}

async function everyRow(work: Work, ticket: NamedTicket): Promise<AccessRow[]> {
  const teams = await teamsOf(work, ticket);
  const added = new Set(addedPeople(ticket).map(({ id }) => id));
  return (await seeing(work, ticket)).map((person): AccessRow => {
    const theirs = standing(person, ticket) as Exclude<ReturnType<typeof standing>, 'none'>;
    const row = { user_id: person.id, name: person.name, standing: theirs };
    if (person.id === ticket.reporter_id) return { ...row, reason: 'reporter' };
    if (added.has(person.id)) return { ...row, reason: 'participant' };
    const team_name = teamGiving(teams, person, ticket);
    return team_name === undefined ? { ...row, reason: 'developer' } : { ...row, reason: 'team', team_name };
  });
}

/** The teams of a ticket's project, each with its active developers. */
async function teamsOf(work: Work, { project_id }: NamedTicket) {
  if (project_id === null) return [];
  const teams = await work.of(ProjectStore).teamsOf(project_id);
  return Promise.all(
    teams.map(async ({ team_id, name, level }) => {
      const members = (await work.of(TeamStore).membersOf(team_id)).filter(
        (member) => isDeveloper(member) && member.is_active === 1,
      );
      return { name, level, members };
    }),
  );
}

type ProjectTeamWithMembers = Awaited<ReturnType<typeof teamsOf>>[number];

/** The name of the team that makes somebody what they are to a ticket; undefined where they are that without any. */
function teamGiving(teams: readonly ProjectTeamWithMembers[], person: Reader, ticket: NamedTicket): string | undefined {
  const theirs = standing(person, ticket);
  if (standingBy(person, ticket, null) === theirs) return undefined;
  return teams.find(({ level, members }) => {
    const member = members.find(({ user_id }) => user_id === person.id);
    return member !== undefined && standingBy(person, ticket, { level, is_lead: member.is_lead }) === theirs;
  })?.name;
}

async function reporterRows(work: Work, ticket: NamedTicket): Promise<AccessRow[]> {
  const people = await seeing(work, ticket);
  const added = new Set(addedPeople(ticket).map(({ id }) => id));
  const named = people.filter(({ id }) => added.has(id) || id === ticket.assignee_id);
  const rows = named.map(
    (person): AccessRow => ({
      user_id: person.id,
      name: person.name,
      standing: standing(person, ticket) as Exclude<ReturnType<typeof standing>, 'none'>,
      reason: added.has(person.id) ? 'participant' : 'developer',
    }),
  );
  const others = new Set(people.map(({ id }) => id));
  const teams = isSealed(work.actor, ticket.project_id) ? await teamsOf(work, ticket) : [];
  if (teams.length === 0) {
    const count = people.filter((person) => standing(person, ticket) === 'worker').length;
    return count === 0 ? rows : [...rows, { team_name: null, count }];
  }
  const counted = teams.map(({ name, members }) => ({
    team_name: name,
    count: members.filter(({ user_id }) => others.has(user_id)).length,
  }));
  return [...rows, ...counted.filter(({ count }) => count > 0)];
}
