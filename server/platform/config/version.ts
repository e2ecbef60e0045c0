import { readFileSync } from 'node:fs';

/** The version of Kwit, as its package says it. */
export const kwitVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
