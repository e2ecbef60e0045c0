import { queryOptions } from '@tanstack/react-query';
import type { SetupSteps } from '../../../contract/setup-steps.ts';
import { get, write } from './client.ts';

export type { SetupSteps };
export type SetupStep = keyof SetupSteps['steps'];

export const setupStepsQuery = queryOptions({
  queryKey: ['setup', 'steps'],
  queryFn: ({ signal }) => get('/setup/steps', {}, signal),
});

export const putStepsAway = (is_put_away: boolean) => write('PATCH', '/setup/steps', { json: { is_put_away } });
