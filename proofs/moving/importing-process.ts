import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '#platform';
import { type DatabaseName, ownDatabase } from '../../server/testing/databases.ts';
import { environmentOf, kwit, typed } from '../backup/kwit.ts';

/** A data folder with its database, into which `kwit import` brings something. */
export class ImportingKwit {
  readonly #dataDir: string;
  readonly #url: string | null;

  private constructor(dataDir: string, url: string | null) {
    this.#dataDir = dataDir;
    this.#url = url;
  }

  static async make(t: TestContext, name: DatabaseName): Promise<ImportingKwit> {
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    return new ImportingKwit(dataDir, own.url);
  }

  get #environment() {
    return environmentOf(this.#dataDir, this.#url);
  }

  /** Types `kwit import` in a process of its own, which can be killed. */
  start(...words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
    return kwit(this.#environment, 'import', ...words);
  }

  /** Types `kwit import` in this process, which nobody kills. @returns the exit code, and the words. */
  import(...words: readonly string[]) {
    return typed(this.#environment, 'import', ...words);
  }

  async read<T>(ask: (database: Database) => Promise<T>): Promise<T> {
    const place = { dataDir: this.#dataDir, databaseUrl: this.#url };
    const database = await openDatabase(place, Date.now(), { isExclusive: true, isNew: true });
    try {
      return await ask(database);
    } finally {
      await database.close();
    }
  }

  /** How many rows the tables have that an import fills together. */
  rows(): Promise<Record<string, number>> {
    return this.read(async (database) => {
      const counts: Record<string, number> = {};
      for (const table of ['tickets', 'comments', 'imports', 'import_runs', 'event_outbox', 'search_tickets']) {
        const read = { sql: `select count(*) as n from ${table}`, parameters: [] };
        const [row] = await database.read((connection) => connection.rows<{ n: number }>(read));
        counts[table] = Number(row?.n ?? -1);
      }
      return counts;
    });
  }
}

/** Kills an import at a moment of its run. @param took how long an undisturbed one runs. @returns whether it was still running. */
export async function killedAt(
  { child, ended }: ReturnType<ImportingKwit['start']>,
  took: number,
  share: number,
): Promise<boolean> {
  const killing = setTimeout(() => child.kill('SIGKILL'), took * (0.3 + 0.7 * share));
  await ended;
  clearTimeout(killing);
  return child.signalCode === 'SIGKILL';
}
