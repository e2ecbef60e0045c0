/** The start page: one answer brings all of its lists. */
import { queryOptions } from '@tanstack/react-query';
import type { HomeForDevelopers, HomeForReporters, HomeList } from '../../../contract/home.ts';
import { get } from './client.ts';

export type { HomeList };
export type DeveloperHomeLists = HomeForDevelopers['lists'];

const homeQuery = <T extends HomeForDevelopers | HomeForReporters>(query: { today?: string }) =>
  queryOptions({
    queryKey: ['tickets', 'home', query],
    queryFn: ({ signal }) => get('/home', query, signal) as Promise<T>,
  });

/** @param today the day where the user is, as `YYYY-MM-DD`. */
export const developerHomeQuery = (today: string) => homeQuery<HomeForDevelopers>({ today });
export const reporterHomeQuery = homeQuery<HomeForReporters>({});
