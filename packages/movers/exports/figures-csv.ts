import { Type } from 'typebox';
import { type Durations, FigureCsvFilter, type Figures } from '#contract/figures.ts';
import { showFigures } from '#planning';
import { operation, type Routes } from '#platform';
import { BYTE_ORDER_MARK, type CsvCell, csvLine, separatorFor } from './ticket-csv.ts';
import { CSV_TYPE, fileHeaders } from './while-it-leaves.ts';

const listing = operation({
  operationId: 'exportFigures',
  summary: 'Take a table of the figures along for a spreadsheet',
  tag: 'Overview',
  access: 'developer',
  scope: 'read',
  query: FigureCsvFilter,
  expensive: true,
  answers: { 200: Type.String({ description: 'UTF-8 with a byte order mark, RFC 4180.' }) },
  produces: ['text/csv'],
});

const SPREAD = ['count', 'p50_minutes', 'p85_minutes', 'p95_minutes'] as const;
const cellsOf = (spread: Durations): CsvCell[] => SPREAD.map((name) => spread[name]);
const headsOf = (what: string): string[] => SPREAD.map((name) => `${what}_${name}`);

function tableOf({ weeks, by }: Figures, part: NonNullable<FigureCsvFilter['part']>): CsvCell[][] {
  if (part === 'weeks') return [Object.keys(weeks[0] ?? {}), ...weeks.map((week) => Object.values(week))];
  const heads = [part, 'name', 'reported', 'closed', ...headsOf('first_reply'), ...headsOf('answer')];
  const rows = by[part].map(({ key, name, reported, closed, first_reply, answer }) => [
    key,
    name,
    reported,
    closed,
    ...cellsOf(first_reply),
    ...cellsOf(answer),
  ]);
  return [heads, ...rows];
}

export async function figuresCsvRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/stats/figures.csv', listing, async (request, reply) => {
    const { part = 'weeks', separator: chosen, ...filter } = request.query;
    const figures = await request.read((work) => showFigures(work, filter));
    const separator = separatorFor(request.person, chosen);
    const lines = tableOf(figures, part).map((cells) => csvLine(cells, separator, true));
    const name = `figures-${part}-${figures.from}-${figures.to}.csv`;
    return reply.headers(fileHeaders(name, CSV_TYPE)).send(BYTE_ORDER_MARK + lines.join(''));
  });
}
