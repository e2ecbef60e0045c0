/** Sight: teams, sealed projects, and the people on a ticket. */
import type { QueryClient } from '@tanstack/react-query';
import type { CcAddress } from '../../../contract/mail-in.ts';
import type { AccessRow, Team } from '../../../contract/teams.ts';
import type { Ticket, TicketChanges, TicketDetail } from '../../../contract/tickets.ts';
import { KwitError, write } from './client.ts';
import { everyProjectQuery } from './projects.ts';
import { readQuery } from './queries.ts';

export type { AccessRow, CcAddress, Team };

export const teamsQuery = readQuery(['teams'], '/teams', {}, { staleTime: 60_000 });

/** Ids and names of the teams, which the workspace brings. */
export const teamNamesQuery = readQuery(['teams', 'names'], '/teams', {}, { staleTime: 60_000 });

export const addTeam = (name: string) => write('POST', '/teams', { json: { name } });
export const renameTeam = (id: string, name: string) => write('PATCH', `/teams/${id}`, { json: { name } });
export const removeTeam = (id: string) => write('DELETE', `/teams/${id}`);
export const putMember = (team: string, user: string, is_lead: boolean) =>
  write('PUT', `/teams/${team}/members/${user}`, { json: { is_lead } });
export const takeMemberOut = (team: string, user: string) => write('DELETE', `/teams/${team}/members/${user}`);

/** The sealed projects that a developer does not see. */
export const sealedProjectsQuery = readQuery(['projects', 'sealed'], '/projects/sealed');

export const takeProjectOver = (id: string, reason: string) =>
  write('POST', `/projects/${id}/take-over`, { json: { reason } });

export const accessQuery = ({ id, number, version }: Pick<TicketDetail, 'id' | 'number' | 'version'>) =>
  // A change of the ticket may change who sees it.
  readQuery(['access', number, version], `/tickets/${id}/access`, {}, { staleTime: 60_000, retry: false });

/** Other recipients of the mails on a ticket, who are not on it. */
export const ccQuery = ({ id, number, version }: Pick<TicketDetail, 'id' | 'number' | 'version'>) =>
  readQuery(['access', number, 'cc', version], `/tickets/${id}/cc`, {}, { staleTime: 60_000, retry: false });

export const addPersonByEmail = (ticket: string, email: string) =>
  write('POST', `/tickets/${ticket}/people`, { json: { email } });
export const addPerson = (ticket: string, user: string) => write('PUT', `/tickets/${ticket}/people/${user}`);
export const takePersonOff = (ticket: string, user: string) => write('DELETE', `/tickets/${ticket}/people/${user}`);

/** How many people gain sight of internal words, and how many lose it. */
export interface Reveal {
  readonly gain: number;
  readonly lose: number;
}

/** The facts that a refused change would reveal. */
export function revealOf(error: unknown): Reveal | undefined {
  if (!(error instanceof KwitError) || error.code !== 'would_reveal') return undefined;
  return { gain: error.body?.gain ?? 0, lose: error.body?.lose ?? 0 };
}

/**
 * The teams that alone see a ticket once it is moved, by their names or ids: undefined for a change that moves it into no
 * sealed project.
 */
export function readersOf(
  client: QueryClient,
  { project_id }: Pick<Ticket, 'project_id'>,
  changes: TicketChanges,
): string[] | undefined {
  if (!changes.project_id || changes.project_id === project_id) return undefined;
  const project = client.getQueryData(everyProjectQuery.queryKey)?.find(({ id }) => id === changes.project_id);
  if (!project?.sealed) return undefined;
  return 'read_by' in project ? project.read_by : project.teams.map(({ team_id }) => team_id);
}
