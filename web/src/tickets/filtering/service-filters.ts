/** The query of a search, and the tickets that still match it. It loads with the lists. */
import type { TurnableFilter } from '../../../../contract/words.ts';
import { byFields } from '../../backend/fields.ts';
import type { TicketFilters, TicketQuery, TicketSummary } from '../../backend/tickets.ts';
import { matchesTime, momentsOf, timeFilters } from './period.ts';
import {
  compact,
  isTurned,
  listedWords,
  NO_LABEL,
  type TicketSearch,
  TURNABLE,
  type Turnable,
  usualSort,
} from './ticket-search.ts';

const SERVICE_NAMES: Partial<Record<Turnable, TurnableFilter>> = {
  project: 'project_id',
  assignee: 'assignee_id',
  reporter: 'reporter_id',
  team: 'team_id',
};

/** The filters that `not` turns round, by the names of the service; a filter that is not there cannot be turned. */
function notOf(search: TicketSearch): string | undefined {
  const turned = TURNABLE.filter((name) => isTurned(search, name)).map((name) => SERVICE_NAMES[name] ?? name);
  return turned.length > 0 ? turned.join(',') : undefined;
}

/** The filters that tell nothing of a single report: with these alone a list folds what stands beside another ticket. */
const OF_WORK = new Set(['status', 'assignee', 'when', 'live', 'sort', 'order', 'group', 'peek']);
const folds = (search: TicketSearch): boolean => Object.keys(compact(search)).every((name) => OF_WORK.has(name));

/** The filters of the service for a search: of list, count and board alike. */
export function filtersOf(search: TicketSearch, now?: number): TicketFilters {
  const [reported, closed] = [momentsOf(search.reported ?? '', now), momentsOf(search.closed ?? '', now)];
  return compact({
    status: search.status,
    priority: search.priority,
    category: search.category,
    project_id: search.project,
    assignee_id: search.assignee,
    reporter_id: search.reporter,
    not: notOf(search),
    awaiting_reply: search.awaiting,
    due: search.due,
    beside: folds(search) ? ('folded' as const) : undefined,
    live: search.live && ('unanswered' as const),
    following: search.following,
    participating: search.participating,
    restricted: search.restricted,
    team_id: search.team,
    ...(search.label === NO_LABEL ? { label_none: '1' } : { label: search.label }),
    ...byFields(search.fields),
    q: search.q,
    created_since: reported.since,
    created_before: reported.before,
    closed_since: closed.since,
    closed_before: closed.before,
    ...timeFilters(search, now),
  });
}

/** The parameters of GET /api/tickets for a search. */
export function queryOf(search: TicketSearch, now?: number): TicketQuery {
  return compact({
    ...filtersOf(search, now),
    snippets: search.q === undefined ? undefined : ('1' as const),
    sort: search.sort ?? usualSort(search),
    // Without an order, the service has what is due first in front.
    order: search.order ?? (search.sort === 'due_at' ? ('desc' as const) : undefined),
  });
}

/** Whether a ticket matches the filter, as far as it says: not until when it is today by the clock of its calendar. */
function matchesDue({ wait }: TicketSummary, due: TicketSearch['due']): boolean {
  if (due === undefined) return true;
  if (due === 'none') return wait?.due_at === null;
  return due === 'today' ? wait?.due_at != null && wait.state !== 'missed' : wait?.state === due;
}

/**
 * Whether a ticket that the service has found still matches. A change that the page shows before the service answers
 * may take it out. Words that were searched for, labels, fields, and who follows it,
 * are not looked at.
 */
export function stillMatches(ticket: TicketSummary, search: TicketSearch, me: string, now?: number): boolean {
  const holds = (name: Turnable, value: string) => {
    const named = search[name]?.replace(/^me$/, me);
    return !named || listedWords(named).includes(value) !== isTurned(search, name);
  };
  return (
    holds('status', ticket.status) &&
    holds('priority', ticket.priority) &&
    holds('category', ticket.category) &&
    holds('project', ticket.project_id ?? '') &&
    holds('assignee', ticket.assignee_id ?? 'none') &&
    holds('reporter', ticket.reporter_id ?? '') &&
    holds('team', ticket.team_id ?? 'none') &&
    (!search.restricted || ticket.restricted) &&
    (!search.live || ticket.status !== 'closed') &&
    matchesDue(ticket, search.due) &&
    (!search.awaiting || ticket.awaiting_reply_since !== null) &&
    matchesTime(ticket, search.when, now)
  );
}
