import { queryOptions } from '@tanstack/react-query';
import type { Ages } from '../../../contract/ages.ts';
import type { AnswerStatistics } from '../../../contract/answer-statistics.ts';
import type { AnswerTimeRow, AnswerTimes } from '../../../contract/answer-times.ts';
import type { Durations, FigureFilter, FigureGroup, Figures, FigureTable } from '../../../contract/figures.ts';
import type { Activation, Usage } from '../../../contract/statistics.ts';
import type { FigureGrouping } from '../../../contract/words.ts';
import { address, get } from './client.ts';
import { byFields } from './fields.ts';
import { readQuery } from './queries.ts';

export type {
  Activation,
  Ages,
  AnswerStatistics,
  AnswerTimeRow,
  AnswerTimes,
  Durations,
  FigureGroup,
  FigureGrouping,
  Figures,
  FigureTable,
  Usage,
};

export const activationQuery = readQuery(['statistics', 'activation'], '/tickets/stats/activation');

export const usageQuery = readQuery(['statistics', 'usage'], '/tickets/stats/usage');

export const answersQuery = readQuery(['statistics', 'answers'], '/tickets/stats/answers');

/** The days and the tickets that figures are about, by the names of the app's address. */
export type FigureSearch = {
  [K in 'from' | 'to' | 'project' | 'category' | 'label' | 'team' | 'fields' | 'field']?: string | undefined;
};

const filterOf = ({ from, to, project, category, label, team, fields, field }: FigureSearch) =>
  Object.fromEntries(
    Object.entries({
      ...{ from, to, project_id: project, category, label_id: label, team_id: team, ...byFields(fields) },
      by: field && `field.${field}`,
    }).filter(([, value]) => value !== undefined),
  ) as FigureFilter;

export const figuresQuery = (search: FigureSearch) => {
  const filter = filterOf(search);
  return queryOptions({
    queryKey: ['statistics', 'figures', filter],
    queryFn: ({ signal }) => get('/tickets/stats/figures', filter, signal),
    placeholderData: (before) => before,
  });
};

const DAY_MS = 86_400_000;
const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The figures of as many days before. */
export function figuresBeforeQuery(search: FigureSearch, { from, to }: Pick<Figures, 'from' | 'to'>) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { ...figuresQuery({ ...search, from: shifted(from, -days), to: shifted(from, -1) }), retry: false };
}

export const answerTimesQuery = ({ from, to }: FigureSearch, by: AnswerTimes['by']) =>
  queryOptions({
    queryKey: ['statistics', 'answer times', from, to, by],
    queryFn: ({ signal }) => get('/statistics/answers', { from, to, by }, signal),
    placeholderData: (before) => before,
  });

export const agesQuery = readQuery(['statistics', 'ages'], '/statistics/ages');

/** Where a table of the figures is to be had for a spreadsheet. */
export const figuresPath = ({ part, ...search }: FigureSearch & { part: FigureTable }): string =>
  address('/tickets/stats/figures.csv', { ...filterOf(search), part });

/** How many questions an answer settled this month before anybody reported them. */
export const answeredQuery = readQuery(['statistics', 'answered'], '/tickets/stats/answered');
