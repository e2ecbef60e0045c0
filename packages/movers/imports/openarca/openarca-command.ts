import { resolve } from 'node:path';
import type { Typed } from '#platform';
import { FLAG, meaningsOf, VALUES } from '../product.ts';
import { readMeaning, SourceWords } from '../source-words.ts';
import type { OpenTables } from '../tables/import-tables.ts';
import { OpenArcaSource } from './openarca-source.ts';
import { openOpenArca } from './reading/open-source.ts';

const FLAGS = {
  map: VALUES,
  renumber: FLAG,
  settings: FLAG,
  'mail-settings': FLAG,
  'allow-missing-files': FLAG,
  'repair-links': FLAG,
} as const;

const optionsOf = (path: string, { map, settings = false, ...values }: Typed<typeof FLAGS>['values']) => ({
  product: 'openarca' as const,
  path: resolve(path),
  /** The meanings of words that Kwit does not have: `status.resolved` is `waiting`. */
  meanings: meaningsOf(map, readMeaning, 'status.resolved=waiting'),
  renumbers: values.renumber ?? false,
  settings: { all: settings, mail: values['mail-settings'] ?? false },
  allowsMissingFiles: values['allow-missing-files'] ?? false,
  repairsLinks: values['repair-links'] ?? false,
});
export type OpenArcaOptions = ReturnType<typeof optionsOf>;

/** @throws ImportRefused for what is no OpenArca. */
async function open({ path, meanings, settings, ...choice }: OpenArcaOptions): Promise<OpenTables> {
  const folder = await openOpenArca(path);
  const tables = new OpenArcaSource(folder, new SourceWords(new Map(Object.entries(meanings))), settings);
  return { ...choice, tables, name: path, close: async () => folder[Symbol.asyncDispose]() };
}

export const OPENARCA = { flags: FLAGS, options: optionsOf, open };
