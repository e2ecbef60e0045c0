import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import type { TicketSource } from '../incoming/incoming-ticket.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { RestClient } from './rest-client.ts';
import { RestFolder } from './rest-folder.ts';

export interface RestOptions {
  /** A folder of answers, or the address of a service. */
  readonly path: string;
  /** A file that has the key of the service; null for a folder. */
  readonly keyPath: string | null;
  /** Where answers are kept that were fetched; null for nowhere. */
  readonly savePath: string | null;
}

/**
 * Opens a folder of answers, or fetches them into one first: then the very same is tried and imported.
 *
 * @param download fetches everything into a folder.
 * @throws ImportRefused when a service does not answer, or for a folder of anything else.
 */
export async function openRest(
  { path, keyPath, savePath }: RestOptions,
  download: (client: RestClient, folder: string) => Promise<void>,
  open: (folder: RestFolder) => Promise<TicketSource>,
): Promise<OpenImport> {
  const about = { name: path, people: 'create' } as const;
  if (!/^https?:\/\//i.test(path)) return { ...about, source: await open(await RestFolder.open(path)) };
  if (keyPath === null) throw new ImportRefused('A service is read with a key: --key-file names the file that has it.');
  const key = await readFile(keyPath, 'utf8').catch((error: Error) => {
    throw new ImportRefused(`${keyPath} cannot be read: ${error.message}.`);
  });
  if (savePath !== null) await mkdir(savePath, { recursive: true });
  const folder = savePath ?? (await mkdtemp(join(tmpdir(), 'kwit-import-')));
  const close = async () => {
    if (savePath === null) await rm(folder, { recursive: true, force: true });
  };
  try {
    await download(new RestClient(path, key.trim()), folder);
    return { ...about, source: await open(await RestFolder.open(folder)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
