import { mkdir, mkdtempDisposable, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Typed } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { TicketSource } from '../incoming/incoming-ticket.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { asRow, type JsonRow, listIn, parseJson, textIn } from '../json-rows.ts';
import { FLAG, OF_PEOPLE, pathOf, peopleChoiceOf, VALUE } from '../product.ts';
import { RestClient } from './rest-client.ts';
import { REFUSED, RestFolder } from './rest-folder.ts';

/** Stands in a folder while it is fetched: it has the address. */
const UNFINISHED = 'unfinished';

/** Fetches a service into a folder. What an earlier try of the same brought is not asked again. */
export class Download {
  readonly #client: RestClient;
  readonly #folder: string;
  readonly #goesOn: boolean;

  private constructor(client: RestClient, folder: string, goesOn: boolean) {
    this.#client = client;
    this.#folder = folder;
    this.#goesOn = goesOn;
  }

  /** @param run fetches everything. */
  static async into(
    folder: string,
    address: string,
    client: RestClient,
    run: (download: Download) => Promise<void>,
  ): Promise<void> {
    await mkdir(folder, { recursive: true });
    const mark = join(folder, UNFINISHED);
    const goesOn = (await readFile(mark, 'utf8').catch(() => null)) === address;
    await writeFile(mark, address);
    await run(new Download(client, folder, goesOn));
    await writeWhole(join(folder, REFUSED), [...client.refused].map((path) => `${path}\n`).join(''));
    await rm(mark);
  }

  /**
   * Fetches an answer into the file of this name.
   *
   * @param keep what is kept of it.
   * @returns null where there is none: nothing is kept then.
   */
  async json(path: string, name: string, keep: (answer: unknown) => unknown = (answer) => answer): Promise<unknown> {
    const place = join(this.#folder, name);
    const before = this.#goesOn ? await readFile(place).catch(() => null) : null;
    if (before !== null) return parseJson(before, name);
    const answer = await this.#client.json(path);
    if (answer === null) {
      await rm(place, { force: true });
      return null;
    }
    const saved = keep(answer);
    await writeWhole(place, `${JSON.stringify(saved)}\n`);
    return saved;
  }

  /**
   * Fetches a list whose pages each name the next. That is asked of the site, whatever host it names.
   *
   * @param name of their files, before the number.
   * @param list where their rows stand. @param take is given each page.
   * @throws ImportRefused for a page that does not come, and for one that is no list.
   */
  async pages(first: string, name: string, list = name, take: (page: JsonRow) => void = () => {}): Promise<void> {
    let count = 0;
    for (let path: string | null = first; path !== null; ) {
      const answer = await this.json(path, `${name}-${count + 1}.json`);
      if (answer === null && count > 0)
        throw new ImportRefused(`${path} is named by the page before it, and does not come. Fetch it once more.`);
      listIn(answer, path, list);
      const page = asRow(answer);
      count += 1;
      take(page);
      const isLast = page.end_of_stream === true || asRow(page.meta).has_more === false;
      const named = isLast ? null : (textIn(page, 'after_url', 'next_page') ?? textIn(asRow(page.links), 'next'));
      const next: URL | null = named === null ? null : URL.parse(named, 'https://site.example');
      path = next && `${next.pathname}${next.search}`;
    }
    // An earlier download may have had more of them.
    for (let page = count + 1; ; page += 1) {
      const place = join(this.#folder, `${name}-${page}.json`);
      if ((await stat(place).catch(() => null)) === null) break;
      await rm(place);
    }
  }

  /** Before the pages of a list are fetched, of which there may have been more the time before. */
  async forgetPages(folder: string, form: RegExp): Promise<void> {
    if (this.#goesOn) return;
    const names = await readdir(join(this.#folder, folder)).catch(() => []);
    for (const name of names) if (form.test(name)) await rm(join(this.#folder, folder, name));
  }

  /** Fetches a file. One that does not come is named when the folder is read. */
  async file(address: string, name: string): Promise<void> {
    const place = join(this.#folder, name);
    if (this.#goesOn && (await stat(place).catch(() => null)) !== null) return;
    const bytes = await this.#client.file(address);
    if (bytes === null) await rm(place, { force: true });
    else await writeWhole(place, bytes);
  }
}

/** A process that is killed meanwhile leaves no half of a file. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

export const FROM_A_SERVICE = {
  ...OF_PEOPLE,
  'key-file': VALUE,
  save: VALUE,
  source: VALUE,
  incomplete: FLAG,
} as const;

/** @param path a folder of answers, which is made a whole path; or the address of a service. */
export const serviceChoiceOf = (
  path: string,
  { 'key-file': key, save, source = '', incomplete, ...values }: Typed<typeof FROM_A_SERVICE>['values'],
) => ({
  ...peopleChoiceOf(values),
  path: isAddress(path) ? path : resolve(path),
  /** A file that has the key of the service; null for a folder. */
  keyPath: pathOf(key),
  /** Where answers are kept that were fetched; null for nowhere. */
  savePath: pathOf(save),
  /** Tells apart several whose ids would mix. */
  source,
  /** Whether it goes on although the source has more than it gives. */
  allowsIncomplete: incomplete ?? false,
});

const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/**
 * Opens a folder of answers, or fetches them into one first: then the very same is tried and imported.
 *
 * @param headerOf the header in which a key is sent. @param download fetches everything into a folder.
 * @param open may leave to `opening` what ends with the import.
 * @throws ImportRefused when a service does not answer, or for a folder of anything else.
 */
export async function openRest(
  { path, keyPath, savePath }: Pick<ReturnType<typeof serviceChoiceOf>, 'path' | 'keyPath' | 'savePath'>,
  headerOf: (key: string) => Readonly<Record<string, string>>,
  download: (download: Download) => Promise<void>,
  open: (folder: RestFolder, opening: AsyncDisposableStack) => Promise<TicketSource>,
): Promise<OpenImport> {
  const about = { name: path, people: 'create' } as const;
  await using opening = new AsyncDisposableStack();
  const opened = async (folder: string): Promise<OpenImport> => {
    const source = await open(await RestFolder.open(folder), opening);
    const own = opening.move();
    return { ...about, source, close: () => own.disposeAsync() };
  };
  if (!isAddress(path)) return await opened(path);
  if (keyPath === null) throw new ImportRefused('A service is read with a key: --key-file names the file that has it.');
  const key = await readFile(keyPath, 'utf8').catch((error: Error) => {
    throw new ImportRefused(`${keyPath} cannot be read: ${error.message}.`);
  });
  if (!/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(key.trim()))
    throw new ImportRefused(`${keyPath} has no key: it has one line of letters, digits and signs, without accents.`);
  const folder = savePath ?? opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-import-'))).path;
  await Download.into(folder, path, new RestClient(path, headerOf(key.trim())), download);
  return await opened(folder);
}
