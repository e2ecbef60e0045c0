/** Which list of tickets stands behind a figure. */
import type { FigureGrouping, FigureSearch, Figures } from '../../backend/statistics.ts';
import { NO_LABEL, type TicketSearch } from '../../tickets/filtering/ticket-search.ts';

type Days = Pick<Figures, 'from' | 'to'>;
type Period = Pick<TicketSearch, 'reported' | 'closed'>;

/** What lists and figures call `none` alike. */
const NONE = NO_LABEL;

/** The days as the address of a list has them. */
export const spanOfDays = ({ from, to }: Days): string => `${from}..${to}`;

/** The list of what the figures are about, in that period; undefined where no list can be asked for: of no project. */
export function listOfFigure(
  { project, category, label, team }: FigureSearch,
  period: Period,
): TicketSearch | undefined {
  return project === NONE ? undefined : { project, category, label, team, ...period };
}

/** The days of a month that are in the period. */
function monthWithin(month: string, { from, to }: Days): Days {
  const [year, index] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, index ?? 0, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: first > from ? first : from, to: last < to ? last : to };
}

/** The list of one row of a table. A month is no filter of its own, but days. */
export function listOfGroup(
  search: FigureSearch,
  days: Days,
  { grouping, key, period }: { grouping: FigureGrouping; key: string | null; period: keyof Period },
): TicketSearch | undefined {
  if (grouping === 'month') return listOfFigure(search, { [period]: spanOfDays(monthWithin(key ?? '', days)) });
  return listOfFigure({ ...search, [grouping]: key ?? NONE }, { [period]: spanOfDays(days) });
}
