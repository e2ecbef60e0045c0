import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileIn } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import type { Shortage } from '../incoming/source-parts.ts';
import { asRows, type JsonRow, parseJson } from '../json-rows.ts';

/** Has the paths of answers that the service refused to the key, one a line. */
export const REFUSED = 'refused';
/** Answers on one ticket, which are counted ticket by ticket. */
const COUNTED = /\/(?:issues|tickets|by_ticket)\/\d+/;

/** The answers of an interface in a folder, each in the file that its path names. */
export class RestFolder {
  readonly path: string;
  readonly #hash = createHash('sha256');

  /** The answers that the service refused to the key. */
  readonly shortages: readonly Shortage[];

  private constructor(path: string, refused: readonly string[]) {
    this.path = path;
    this.shortages = refused.map((place) => ({ of: 'answers', place, reason: 'the key may not read it', lost: 1 }));
  }

  /** @throws ImportRefused when there is no such folder. */
  static async open(path: string): Promise<RestFolder> {
    if (!(await stat(path).catch(() => null))?.isDirectory()) throw new ImportRefused(`There is no folder ${path}.`);
    const refused = await readFile(join(path, REFUSED), 'utf8').catch(() => '');
    return new RestFolder(
      path,
      refused.split('\n').filter((line) => line !== '' && !COUNTED.test(line)),
    );
  }

  /** @returns null when the file is not there. @throws ImportRefused for what is no JSON. */
  async read(name: string): Promise<unknown> {
    let bytes: Buffer;
    try {
      // They are many and small, and a command has nothing else to do: without a thread each takes a tenth of the time.
      bytes = readFileSync(join(this.path, name));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      throw new ImportRefused(`${name} cannot be read: ${message}.`);
    }
    return parseJson(bytes, name);
  }

  /** Reads a file whose bytes tell this folder from another. */
  async readCounted(name: string): Promise<unknown> {
    const value = await this.read(name);
    this.#hash.update(`${name} ${JSON.stringify(value)}\n`);
    return value;
  }

  /** The documents of a file, one a line, or all of it as one. @throws ImportRefused for one that ends in the middle. */
  async *documents(name: string): AsyncGenerator<JsonRow> {
    const lines = createInterface({
      input: createReadStream(join(this.path, name)),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    let number = 0;
    for await (const line of lines) {
      number += 1;
      this.#hash.update(`${line}\n`);
      if (number === 1 && /^\s*[{[]\s*$/.test(line)) {
        lines.close();
        return yield* asRows([await this.readCounted(name)].flat());
      }
      if (line.trim() !== '') yield* asRows([parseJson(line, `${name}, line ${number},`)].flat());
    }
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
