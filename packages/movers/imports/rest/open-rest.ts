import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Typed } from '#platform';
import { fileIn } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import type { TicketSource } from '../incoming/incoming-ticket.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { parseJson } from '../json-rows.ts';
import { OF_PEOPLE, pathOf, peopleChoiceOf, VALUE } from '../product.ts';

/** The answers of an interface in a folder, each in the file that its path names. */
export class RestFolder {
  readonly path: string;
  readonly #hash = createHash('sha256');

  private constructor(path: string) {
    this.path = path;
  }

  /** @throws ImportRefused when there is no such folder. */
  static async open(path: string): Promise<RestFolder> {
    if (!(await stat(path).catch(() => null))?.isDirectory()) throw new ImportRefused(`There is no folder ${path}.`);
    return new RestFolder(path);
  }

  /** @returns null when the file is not there. @throws ImportRefused for what is no JSON. */
  async read(name: string): Promise<unknown> {
    const bytes = await readFile(join(this.path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new ImportRefused(`${name} cannot be read: ${error.message}.`);
    });
    return bytes === null ? null : parseJson(bytes, name);
  }

  /** The same, and its bytes belong to what tells this folder from another. */
  async readCounted(name: string): Promise<unknown> {
    const value = await this.read(name);
    this.#hash.update(`${name} ${JSON.stringify(value)}\n`);
    return value;
  }

  /** The SHA-256 of what was read and counted so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The names of files in a folder of it, in order; none when it is not there. */
  async names(folder: string, form: RegExp): Promise<string[]> {
    const names = await readdir(join(this.path, folder)).catch(() => []);
    return names
      .filter((name) => form.test(name))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => join(folder, name));
  }

  /** The path of a file whose name is one of these; null for none. No name leads out of its folder. */
  async file(folder: string, ...names: readonly string[]): Promise<string | null> {
    for (const name of names) {
      const path = await fileIn(join(this.path, folder), name);
      if (path !== null) return path;
    }
    return null;
  }
}

/** How long a service may take for one answer. */
const PATIENCE = 60_000;

/** Reads another product. It asks by GET alone, and the key stands in a header, never in an address. */
export class RestClient {
  readonly #site: URL;
  readonly #header: Readonly<Record<string, string>>;

  /** @param header has the key. @throws ImportRefused for an address that a key must not be sent to. */
  constructor(address: string, header: Readonly<Record<string, string>>) {
    const site = URL.parse(address.endsWith('/') ? address : `${address}/`);
    if (site === null || site.username !== '' || site.password !== '')
      throw new ImportRefused(`${address} is no address of a service, without a name or a password.`);
    this.#site = site;
    this.#header = header;
  }

  /** @returns null where there is no such thing, or it may not be read. */
  async json(path: string): Promise<unknown> {
    const answer = await this.#get(new URL(path, this.#site));
    return answer === null ? null : parseJson(await answer.text(), path);
  }

  /** Writes a file. @param address of this service; a file of another one is left. @returns whether it is there. */
  async file(address: string, to: string): Promise<boolean> {
    const url = URL.parse(address, this.#site);
    if (url === null || url.origin !== this.#site.origin) return false;
    const answer = await this.#get(url);
    if (answer === null) return false;
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, Buffer.from(await answer.arrayBuffer()), { mode: 0o600 });
    return true;
  }

  async #get(url: URL): Promise<Response | null> {
    const signal = AbortSignal.timeout(PATIENCE);
    // Another place must not be given the key.
    const asked = {
      headers: { accept: 'application/json', ...this.#header },
      redirect: 'manual',
      signal,
    } as const;
    const answer = await fetch(url, asked).catch((error: Error) => {
      const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
      throw new ImportRefused(`${url.origin} does not answer: ${error.message}${cause}.`);
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 403 || answer.status === 404) return null;
    if (answer.status === 401) throw new ImportRefused(`${url.origin} does not take the key.`);
    if (answer.status >= 300 && answer.status < 400)
      throw new ImportRefused(`${url.href} leads elsewhere: give the address to which it leads.`);
    throw new ImportRefused(`${url.href} answers ${answer.status}.`);
  }
}

/** Writes an answer into the file of a folder that its path names. */
export async function saveAnswer(folder: string, name: string, value: unknown): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}

export const FROM_A_SERVICE = { ...OF_PEOPLE, 'key-file': VALUE, save: VALUE, source: VALUE } as const;

/** @param path a folder of answers, which is made a whole path; or the address of a service. */
export const serviceChoiceOf = (
  path: string,
  { 'key-file': key, save, source = '', ...values }: Typed<typeof FROM_A_SERVICE>['values'],
) => ({
  ...peopleChoiceOf(values),
  path: isAddress(path) ? path : resolve(path),
  /** A file that has the key of the service; null for a folder. */
  keyPath: pathOf(key),
  /** Where answers are kept that were fetched; null for nowhere. */
  savePath: pathOf(save),
  /** Tells apart several whose ids would mix. */
  source,
});

const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/**
 * Opens a folder of answers, or fetches them into one first: then the very same is tried and imported.
 *
 * @param headerOf the header in which a key is sent. @param download fetches everything into a folder.
 * @throws ImportRefused when a service does not answer, or for a folder of anything else.
 */
export async function openRest(
  { path, keyPath, savePath }: Pick<ReturnType<typeof serviceChoiceOf>, 'path' | 'keyPath' | 'savePath'>,
  headerOf: (key: string) => Readonly<Record<string, string>>,
  download: (client: RestClient, folder: string) => Promise<void>,
  open: (folder: RestFolder) => Promise<TicketSource>,
): Promise<OpenImport> {
  const about = { name: path, people: 'create' } as const;
  if (!isAddress(path)) return { ...about, source: await open(await RestFolder.open(path)) };
  if (keyPath === null) throw new ImportRefused('A service is read with a key: --key-file names the file that has it.');
  const key = await readFile(keyPath, 'utf8').catch((error: Error) => {
    throw new ImportRefused(`${keyPath} cannot be read: ${error.message}.`);
  });
  if (savePath !== null) await mkdir(savePath, { recursive: true });
  await using opening = new AsyncDisposableStack();
  const folder = savePath ?? opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-import-'))).path;
  await download(new RestClient(path, headerOf(key.trim())), folder);
  const source = await open(await RestFolder.open(folder));
  const opened = opening.move();
  return { ...about, source, close: () => opened.disposeAsync() };
}
