import { CATEGORIES, PRIORITIES, STATUSES, type TicketSummary } from '../../backend/tickets.ts';
import { t } from '../../texts/texts.ts';
import type { Group } from '../../tickets/filtering/ticket-search.ts';

export type Row =
  | { kind: 'ticket'; ticket: TicketSummary }
  | { kind: 'group'; key: string; name: string; count: number };

const NAMES: Record<Group, (ticket: TicketSummary) => string> = {
  status: (ticket) => t(`status.${ticket.status}`),
  priority: (ticket) => t(`priority.${ticket.priority}`),
  category: (ticket) => t(`category.${ticket.category}`),
  project: (ticket) => ticket.project_name ?? t('field.noProject'),
  assignee: (ticket) => ticket.assignee_name ?? t('assignee.none'),
};

/** Groups of the contract's words come in its order, groups of names in alphabetical order, "none" last. */
const PLACES: Record<Group, (ticket: TicketSummary) => number> = {
  status: (ticket) => STATUSES.indexOf(ticket.status),
  priority: (ticket) => PRIORITIES.indexOf(ticket.priority),
  category: (ticket) => CATEGORIES.indexOf(ticket.category),
  project: (ticket) => (ticket.project_id ? 0 : 1),
  assignee: (ticket) => (ticket.assignee_id ? 0 : 1),
};

export function rowsOf(tickets: TicketSummary[], group: Group | undefined): Row[] {
  if (!group) return tickets.map((ticket) => ({ kind: 'ticket', ticket }));
  const groups = new Map<string, TicketSummary[]>();
  for (const ticket of tickets) {
    const name = NAMES[group](ticket);
    const members = groups.get(name);
    if (members) members.push(ticket);
    else groups.set(name, [ticket]);
  }
  const place = (members: TicketSummary[]) => (members[0] ? PLACES[group](members[0]) : 0);
  return [...groups]
    .sort(([nameA, a], [nameB, b]) => place(a) - place(b) || nameA.localeCompare(nameB))
    .flatMap(([name, members]): Row[] => [
      { kind: 'group', key: name, name, count: members.length },
      ...members.map((ticket): Row => ({ kind: 'ticket', ticket })),
    ]);
}
