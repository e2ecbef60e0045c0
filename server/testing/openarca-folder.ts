import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { samples } from '#testing/sample-files.ts';

type Row = Readonly<Record<string, SQLInputValue>>;

/** An id of OpenArca that says whose it is: `oaId('5', 2)`. @param kind a hexadecimal digit. */
export const oaId = (kind: string, n: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const OA = {
  ada: oaId('a', 1),
  borys: oaId('a', 2),
  celina: oaId('a', 3),
  ewa: oaId('a', 4),
  shop: oaId('b', 1),
  ticket: (number: number) => oaId('c', number),
  comment: (number: number) => oaId('d', number),
  file: (number: number) => oaId('e', number),
} as const;

/** The folder of an OpenArca that has stopped: the newest rows stand in the log beside the database alone. */
export class OpenArcaFolder {
  readonly path: string;
  readonly #db: DatabaseSync;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'openarca-'));
    mkdirSync(join(this.path, 'live'));
    mkdirSync(join(this.path, 'data'));
    mkdirSync(join(this.path, 'uploads'));
    this.#db = new DatabaseSync(join(this.path, 'live', 'data.sqlite'), { enableForeignKeyConstraints: false });
    this.#db.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0; ${sql('openarca-tables.sql')}`);
  }

  /** Adds rows of a table. Columns that a row leaves out get their defaults. */
  add(table: string, ...rows: readonly Row[]): void {
    for (const row of rows) {
      const columns = Object.keys(row);
      this.#db
        .prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
        .run(...Object.values(row));
    }
  }

  run(sql: string): void {
    this.#db.exec(sql);
  }

  upload(name: string, bytes: string | Uint8Array): void {
    writeFileSync(join(this.path, 'uploads', name), bytes);
  }

  /** Leaves the database as a service does that was stopped: with its log, and without another process that has it open. */
  leave(): void {
    for (const name of ['data.sqlite', 'data.sqlite-wal'])
      copyFileSync(join(this.path, 'live', name), join(this.path, 'data', name));
  }

  /** Every byte that an import may read, by the names of the files. */
  bytes(): Map<string, string> {
    const all = readdirSync(this.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const read = all.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'base64'),
    ]);
    return new Map(read.filter(([path]) => !path?.includes('/live/')) as [string, string][]);
  }

  remove(): void {
    this.#db.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}

const sql = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A small OpenArca with a bit of everything that it may keep. The test that makes it need not remove it. */
export function sampleOpenArca(t: TestContext, more: (folder: OpenArcaFolder) => void = () => {}): OpenArcaFolder {
  const folder = new OpenArcaFolder();
  t.after(() => folder.remove());
  folder.run(sql('openarca-sample.sql'));
  for (const [name, bytes] of Object.entries(UPLOADS)) folder.upload(name, bytes);
  more(folder);
  folder.leave();
  return folder;
}

const UPLOADS = {
  'face.png': samples.png,
  'icon.webp': samples.webp,
  'logo.png': samples.png,
  'e1.png': samples.png,
  'e2.txt': 'dziennik',
  'e3.txt': '<html><script>alert(1)</script>',
  'stray.txt': 'nobody names it',
};
