import { queryOptions } from '@tanstack/react-query';
import type { AnswerStatistics } from '../../../contract/answer-statistics.ts';
import type { Activation, Usage } from '../../../contract/statistics.ts';
import { get } from './client.ts';

export type { Activation, AnswerStatistics, Usage };

export const activationQuery = queryOptions({
  queryKey: ['statistics', 'activation'],
  queryFn: ({ signal }) => get<Activation>('/tickets/stats/activation', {}, signal),
});

export const usageQuery = queryOptions({
  queryKey: ['statistics', 'usage'],
  queryFn: ({ signal }) => get<Usage>('/tickets/stats/usage', {}, signal),
});

export const answersQuery = queryOptions({
  queryKey: ['statistics', 'answers'],
  queryFn: ({ signal }) => get<AnswerStatistics>('/tickets/stats/answers', {}, signal),
});
