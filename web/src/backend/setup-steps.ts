import type { SetupSteps } from '../../../contract/setup-steps.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';

export type { SetupSteps };
export type SetupStep = keyof SetupSteps['steps'];

export const setupStepsQuery = readQuery(['setup', 'steps'], '/setup/steps');

export const putStepsAway = (is_put_away: boolean) => write('PATCH', '/setup/steps', { json: { is_put_away } });
