import { queryOptions } from '@tanstack/react-query';
import type { AnswerStatistics } from '../../../contract/answer-statistics.ts';
import type { Durations, FigureGroup, FigureGrouping, Figures } from '../../../contract/figures.ts';
import type { Activation, Usage } from '../../../contract/statistics.ts';
import { address, get } from './client.ts';

export type { Activation, AnswerStatistics, Durations, FigureGroup, FigureGrouping, Figures, Usage };

export const activationQuery = queryOptions({
  queryKey: ['statistics', 'activation'],
  queryFn: ({ signal }) => get('/tickets/stats/activation', {}, signal),
});

export const usageQuery = queryOptions({
  queryKey: ['statistics', 'usage'],
  queryFn: ({ signal }) => get('/tickets/stats/usage', {}, signal),
});

export const answersQuery = queryOptions({
  queryKey: ['statistics', 'answers'],
  queryFn: ({ signal }) => get('/tickets/stats/answers', {}, signal),
});

interface FigurePeriod {
  from?: string | undefined;
  to?: string | undefined;
}

const periodOf = ({ from, to }: FigurePeriod) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

export const figuresQuery = (period: FigurePeriod) =>
  queryOptions({
    queryKey: ['statistics', 'figures', period],
    queryFn: ({ signal }) => get('/tickets/stats/figures', periodOf(period), signal),
    placeholderData: (before) => before,
  });

/** Where a table of the figures is to be had for a spreadsheet. */
export const figuresPath = ({ part, ...period }: FigurePeriod & { part: 'weeks' | FigureGrouping }): string =>
  address('/tickets/stats/figures.csv', { ...periodOf(period), part });

/** How many questions an answer settled this month before anybody reported them. */
export const answeredQuery = queryOptions({
  queryKey: ['statistics', 'answered'],
  queryFn: ({ signal }) => get('/tickets/stats/answered', {}, signal),
});
