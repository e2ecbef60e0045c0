import { Type } from 'typebox';
import type { AnswerTimes } from '#contract/answer-times.ts';
import { ANSWER_TIME_GROUPINGS } from '#contract/due-words.ts';
import { type Durations, FigureCsvFilter, type Figures } from '#contract/figures.ts';
import type { FigureGrouping } from '#contract/words.ts';
import { showAnswerTimes, showFigures } from '#planning';
import { invalidField, type Work } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { BYTE_ORDER_MARK, type CsvCell, csvLine, separatorFor } from './csv.ts';
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

function tableOf({ weeks, by }: Figures, part: 'weeks' | FigureGrouping | 'field'): CsvCell[][] {
  if (part === 'weeks') return [Object.keys(weeks[0] ?? {}), ...weeks.map((week) => Object.values(week))];
  const heads = [part, 'name', 'reported', 'closed', ...headsOf('first_reply'), ...headsOf('answer')];
  const rows = (by[part] ?? []).map(({ key, name, reported, closed, first_reply, answer }) => [
    key,
    name,
    reported,
    closed,
    ...cellsOf(first_reply),
    ...cellsOf(answer),
  ]);
  return [heads, ...rows];
}

function answersTable({ by, rows }: AnswerTimes): CsvCell[][] {
  const counts = ['waits', 'answered', 'kept', 'missed', 'running', 'p50', 'p85', 'p95', 'n'] as const;
  return [[by, 'name', ...counts], ...rows.map((row) => [row.key, row.name, ...counts.map((count) => row[count])])];
}

/** The table that was asked for, with the days that it is about. */
async function readTable(work: Work, { part = 'weeks', ...filter }: FigureCsvFilter) {
  if (part.endsWith('field') && filter.by === undefined)
    throw invalidField('by', 'required', 'Name a field: field.KEY.');
  const grouping = part === 'answers_field' ? filter.by : ANSWER_TIME_GROUPINGS.find((by) => part === `answers_${by}`);
  if (grouping !== undefined) {
    const { from, to } = filter;
    const times = await showAnswerTimes(work, { ...(from && { from }), ...(to && { to }), by: grouping });
    return { part, days: times, table: answersTable(times) };
  }
  const figures = await showFigures(work, filter);
  return { part, days: figures, table: tableOf(figures, part as 'weeks' | FigureGrouping | 'field') };
}

export async function figuresCsvRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/stats/figures.csv', listing, async (request, reply) => {
    const { separator: chosen, ...filter } = request.query;
    const { part, days, table } = await request.read((work) => readTable(work, filter));
    const separator = separatorFor(request.person, chosen);
    const lines = table.map((cells) => csvLine(cells, separator, true));
    const name = `figures-${part}-${days.from}-${days.to}.csv`;
    return reply.headers(fileHeaders(name, CSV_TYPE)).send(BYTE_ORDER_MARK + lines.join(''));
  });
}
