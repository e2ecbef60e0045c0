import type { Config, FileStore, Runner } from '#platform';
import { erasuresOf, noteErasures } from './erasure-list.ts';

interface Parts {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly config: Pick<Config, 'backupDir'>;
}

/**
 * What follows once an erasure is committed: its files go, no byte is left in the database's own files, and the backups
 * know of it, so that restoring an older one repeats it.
 *
 * @param removed the stored names of the files that no row names any more.
 */
export async function finishErasure({ runner, files, config }: Parts, removed: readonly string[]): Promise<void> {
  for (const name of removed) await files.remove(name);
  await runner.compact();
  if (config.backupDir === null) return;
  const context = { actor: null, correlationId: 'erasure', source: 'erasure' };
  await noteErasures(config.backupDir, await runner.read(context, erasuresOf));
}
