import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { peopleQuery } from '../../backend/people.ts'
import { projectsQuery } from '../../backend/projects.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { useIsDeveloper } from '../../session/me.ts'
import type { NameOf } from './change-sentence.ts'

/** The names for the ids in a ticket's history: from the ticket, the projects and, for developers, the users. */
export function useNames(ticket: TicketDetail): NameOf {
  const developer = useIsDeveloper()
  const people = useQuery({ ...peopleQuery, enabled: developer }).data
  const projects = useQuery(projectsQuery).data
  return useMemo(() => {
    const known: [string | null, string | null][] = [
      [ticket.assignee_id, ticket.assignee_name],
      [ticket.reporter_id, ticket.reporter_name],
      [ticket.project_id, ticket.project_name],
      ...ticket.comments.map((comment): [string | null, string | null] => [comment.user_id, comment.user_name]),
      ...ticket.history.map((entry): [string | null, string | null] => [entry.user_id, entry.user_name]),
      ...(people ?? []).map((person): [string, string] => [person.id, person.name]),
      ...(projects ?? []).map((project): [string, string] => [project.id, project.name]),
    ]
    const names = new Map(known)
    return (id) => names.get(id) ?? undefined
  }, [ticket, people, projects])
}
