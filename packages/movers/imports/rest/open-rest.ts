import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import type { TicketSource } from '../incoming/incoming-ticket.ts';
import { RestClient } from './rest-client.ts';
import { RestFolder } from './rest-folder.ts';

/** A source that is read from answers of an interface. */
export interface OpenRest<S extends TicketSource> extends AsyncDisposable {
  readonly source: S;
}

export interface RestOptions {
  /** A folder of answers, or the address of a service. */
  readonly path: string;
  readonly keyPath: string | null;
  readonly savePath: string | null;
}

const isAddressOfSite = (path: string): boolean => /^https?:\/\//i.test(path);

/**
 * Opens a folder of answers, or fetches them into one first: then the very same is tried and imported.
 *
 * @param download fetches everything into a folder.
 * @throws ImportRefused when a service does not answer, or for a folder of anything else.
 */
export async function openRest<S extends TicketSource>(
  { path, keyPath, savePath }: RestOptions,
  download: (client: RestClient, folder: string) => Promise<void>,
  open: (folder: RestFolder) => Promise<S>,
): Promise<OpenRest<S>> {
  if (!isAddressOfSite(path))
    return { source: await open(await RestFolder.open(path)), [Symbol.asyncDispose]: async () => {} };
  if (keyPath === null) throw new ImportRefused('A service is read with a key: --key-file names the file that has it.');
  const key = await readFile(keyPath, 'utf8').catch((error: Error) => {
    throw new ImportRefused(`${keyPath} cannot be read: ${error.message}.`);
  });
  if (savePath !== null) await mkdir(savePath, { recursive: true });
  const folder = savePath ?? (await mkdtemp(join(tmpdir(), 'kwit-import-')));
  const remove = async () => {
    if (savePath === null) await rm(folder, { recursive: true, force: true });
  };
  try {
    await download(new RestClient(path, key.trim()), folder);
    return { source: await open(await RestFolder.open(folder)), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
