import { type CommandParts, contextOf } from '#platform';
import { NO_FILES } from '../import-report.ts';
import { SourceWords } from '../source-words.ts';
import type { OpenArcaRequest } from './openarca-command.ts';
import { checkSource } from './reading/check-source.ts';
import { keepUploads } from './reading/keep-uploads.ts';
import { openOpenArca } from './reading/open-source.ts';
import { verifyImport } from './verify-openarca.ts';

const CONTEXT = contextOf('import verify openarca');

/** `kwit import verify openarca`. @returns whether every value is the same. */
export async function verifyOpenArca(
  { runner, source: settings, files, say }: CommandParts,
  { path, meanings }: OpenArcaRequest,
): Promise<boolean> {
  const source = await openOpenArca(path);
  try {
    if (source.warning !== null) say(source.warning);
    const words = new SourceWords(meanings);
    checkSource(source.database, words, true);
    const uploads = await keepUploads(source, null, { ...NO_FILES }, () => false);
    const from = { database: source.database, uploads, settings };
    const { compared, same, differences } = await runner.read(CONTEXT, (work) =>
      verifyImport(work, from, files, words),
    );
    for (const difference of differences) say(difference);
    say(`${same.toLocaleString('en')} of ${compared.toLocaleString('en')} values are the same.`);
    return same === compared;
  } finally {
    await source.close();
  }
}
