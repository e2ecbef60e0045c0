import { type CommandParts, contextOf } from '#platform';
import { TableRowStore } from '../../exports/table-row-store.ts';
import { checkExport } from './check-export.ts';
import { expectEmpty, loadExport } from './load-export.ts';

const CONTEXT = contextOf('import kwit');

/**
 * `kwit import kwit <file>`: brings everything of an export into an empty Kwit, on either database: all of it, or nothing
 * (docs/rules/moving.md#import-of-an-export).
 *
 * @throws ImportRefused with file, line and field.
 */
export async function importFromKwit(
  { runner, files, say }: Pick<CommandParts, 'runner' | 'files' | 'say'>,
  path: string,
): Promise<boolean> {
  await runner.read(CONTEXT, expectEmpty);
  const { schema: ours } = await runner.read(CONTEXT, (work) => work.of(TableRowStore).about());
  const checked = await checkExport(path, ours, files);
  try {
    await runner.write(CONTEXT, (work) => loadExport(work, path, ours));
  } catch (error) {
    await checked.removeFiles();
    throw error;
  }
  const { manifest, missing } = checked;
  const tables = Object.entries(manifest.tables).filter(([, { rows }]) => rows > 0);
  say(
    [
      `Imported what Kwit ${manifest.kwit} exported at ${manifest.made_at}:`,
      ...tables.map(([name, { rows }]) => `${name.padEnd(20)} ${rows}`),
      `${'files'.padEnd(20)} ${checked.files}`,
      ...(missing.length > 0 ? [`${missing.length} files were gone already when it was exported.`] : []),
      'Passwords, keys and tokens are in no export: set those of the mail provider again, and make new tokens.',
      'Webhooks are off: give each a new secret, then switch it on. Everybody signs in again.',
    ].join('\n'),
  );
  return true;
}
