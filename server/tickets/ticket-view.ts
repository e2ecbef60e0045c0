import type { Ticket as TicketAnswer } from '../../contract/tickets.ts'
import type { Person } from '../actor.ts'
import { projectIconUrl } from '../projects/project-view.ts'
import { readsInternals } from '../visibility.ts'
import type { NamedTicket } from './ticket.ts'
import { permissions } from './ticket-permissions.ts'

/** A ticket as this person sees it, with what they may do to it. */
export function viewTicket(ticket: NamedTicket, person: Person): TicketAnswer {
  const { project_icon_filename: icon, ...shown } = ticket
  const view: TicketAnswer = {
    ...shown,
    project_icon_url: projectIconUrl(ticket.project_id, icon),
    can: permissions(person, ticket),
  }
  if (!readsInternals(person)) delete view.internal_note
  return view
}
