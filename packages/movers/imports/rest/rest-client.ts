import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import { parseJson } from '../json-rows.ts';

/** How long a service may take for one answer. */
const PATIENCE = 60_000;

/** Reads another product. It asks by GET alone, and the key stands in a header, never in an address. */
export class RestClient {
  readonly #site: URL;
  readonly #key: string;

  /** @throws ImportRefused for an address that a key must not be sent to. */
  constructor(address: string, key: string) {
    const site = URL.parse(address.endsWith('/') ? address : `${address}/`);
    if (site === null || site.username !== '' || site.password !== '')
      throw new ImportRefused(`${address} is no address of a service, without a name or a password.`);
    this.#site = site;
    this.#key = key;
  }

  /** @param name of the header, and the key as it stands there. @returns null where there is no such thing, or it may not be read. */
  async json(path: string, header: (key: string) => Record<string, string>): Promise<unknown> {
    const answer = await this.#get(new URL(path, this.#site), header);
    return answer === null ? null : parseJson(await answer.text(), path);
  }

  /** Writes a file. @param address of this service; a file of another one is left. @returns whether it is there. */
  async file(address: string, header: (key: string) => Record<string, string>, to: string): Promise<boolean> {
    const url = URL.parse(address, this.#site);
    if (url === null || url.origin !== this.#site.origin) return false;
    const answer = await this.#get(url, header);
    if (answer === null) return false;
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, Buffer.from(await answer.arrayBuffer()), { mode: 0o600 });
    return true;
  }

  async #get(url: URL, header: (key: string) => Record<string, string>): Promise<Response | null> {
    const signal = AbortSignal.timeout(PATIENCE);
    // Another place must not be given the key.
    const asked = {
      headers: { accept: 'application/json', ...header(this.#key) },
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
