import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { peopleByIdQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { useIsDeveloper } from '../../session/me.ts';
import type { NameOf } from './change-sentence.ts';

/** The names for the ids in a ticket's history: from the ticket, the projects and, for developers, the users. */
export function useNames(ticket: TicketDetail): NameOf {
  const developer = useIsDeveloper();
  const inTicket = useMemo(() => namesIn(ticket), [ticket]);
  const missing = useMemo(() => assigneesOf(ticket).filter((id) => !inTicket.has(id)), [ticket, inTicket]);
  const byId = peopleByIdQuery(missing);
  const people = useQuery({ ...byId, enabled: developer && missing.length > 0 }).data;
  const projects = useQuery(everyProjectQuery).data;
  return useMemo(() => {
    const others = [...(people ?? []), ...(projects ?? [])].map(({ id, name }) => [id, name] as const);
    const names = new Map<string | null, string | null>([...inTicket, ...others]);
    return (id) => names.get(id) ?? undefined;
  }, [inTicket, people, projects]);
}

function namesIn(ticket: TicketDetail): Map<string | null, string | null> {
  return new Map([
    [ticket.assignee_id, ticket.assignee_name],
    [ticket.reporter_id, ticket.reporter_name],
    [ticket.project_id, ticket.project_name],
    ...[...ticket.comments, ...ticket.history].map(({ user_id, user_name }) => [user_id, user_name] as const),
  ]);
}

/** Who it was ever assigned to. */
const assigneesOf = ({ history }: TicketDetail): string[] =>
  history
    .filter(({ field }) => field === 'assignee_id')
    .flatMap(({ old_value, new_value }) => [old_value, new_value].filter((id) => id !== null));
