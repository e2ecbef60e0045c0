import { digestOf, type FileStore, type TarEntry } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { RowValues } from './read-rows.ts';

/** What a row says of a file. */
interface Expected {
  readonly size: number;
  readonly sha256: string;
  /** The row, for what is said. */
  readonly at: string;
}

/** The files of an export: which ones rows name, and which this import has put into the store. */
export class ExportFiles {
  readonly #files: FileStore;
  readonly #expected = new Map<string, Expected>();
  readonly #found = new Set<string>();
  readonly #kept: string[] = [];

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** A row names a file. */
  expect(name: string, { size, sha256 }: RowValues, at: string): void {
    this.#expected.set(name, { size: Number(size), sha256: String(sha256), at });
  }

  /**
   * Puts a file into the store under its own name, unless it is there already: both installations may use one bucket.
   *
   * @throws ImportRefused when no row names it, or when its bytes are others than the row says.
   */
  async keep(name: string, { body }: TarEntry): Promise<void> {
    const expected = this.#expected.get(name);
    if (expected === undefined) throw new ImportRefused(`No row of the export names the file ${name}.`);
    const there = await this.#files.open(name);
    there?.stream.destroy();
    if (there === null) this.#kept.push(name);
    const { size, sha256 } = there === null ? await this.#files.keep(body, name) : await digestOf(body);
    if (size !== expected.size || sha256 !== expected.sha256)
      throw new ImportRefused(`The file ${name} is not the one that ${expected.at} tells of: its SHA-256 is another.`);
    this.#found.add(name);
  }

  /** The export has no more files. @param missing those that it says were gone. @throws ImportRefused when another one lacks. */
  end(missing: readonly string[]): void {
    const gone = new Set(missing);
    for (const [name, { at }] of this.#expected)
      if (!this.#found.has(name) && !gone.has(name))
        throw new ImportRefused(`The file ${name}, of which ${at} tells, is not in the export.`);
  }

  get count(): number {
    return this.#found.size;
  }

  /** Takes back what this import has put into the store. */
  async remove(): Promise<void> {
    for (const name of this.#kept) await this.#files.remove(name);
  }
}
