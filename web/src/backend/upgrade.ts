import { readQuery } from './queries.ts';

/** Which version runs since when, and what the last upgrade did. */
export const upgradeQuery = readQuery(['service', 'upgrade'], '/service/upgrade');
