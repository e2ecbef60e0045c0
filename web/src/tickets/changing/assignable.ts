import { useQuery } from '@tanstack/react-query';
import { accessQuery } from '../../backend/access.ts';
import { developersQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { useMe } from '../../session/me.ts';

/** The developers, the signed-in one first. */
export function useDevelopers(enabled = true) {
  const me = useMe();
  const developers = useQuery({ ...developersQuery, enabled: enabled && me.role === 'developer' }).data ?? [];
  return developers.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id) || a.name.localeCompare(b.name));
}

/** The developers to whom all of the tickets can be given: of a sealed or restricted one, only those who see it without that. */
export function useAssignable(tickets: readonly TicketSummary[], enabled: boolean) {
  const developers = useDevelopers(enabled);
  const projects = useQuery({ ...everyProjectQuery, enabled }).data ?? [];
  const sealed = new Set(projects.filter((project) => project.sealed).map(({ id }) => id));
  const apart = tickets.filter(({ restricted, project_id }) => restricted || sealed.has(project_id ?? ''));
  const access = useQuery({
    queryKey: ['access', 'all', ...apart.map(({ number, version }) => `${number} ${version}`)],
    queryFn: ({ client }) => Promise.all(apart.map((ticket) => client.fetchQuery(accessQuery(ticket)))),
    enabled: enabled && apart.length > 0,
    staleTime: 60_000,
    retry: false,
  }).data;
  if (apart.length === 0) return developers;
  const seers = (access ?? []).map(
    (rows) => new Set(rows.filter(({ standing }) => standing !== 'reporter').map(({ user_id }) => user_id)),
  );
  return developers.filter(({ id }) => access !== undefined && seers.every((ids) => ids.has(id)));
}
