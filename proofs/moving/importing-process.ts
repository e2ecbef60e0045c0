import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '#platform';
import { type DatabaseName, ownDatabase } from '../../server/testing/databases.ts';
import { environmentOf, typed } from '../backup/kwit.ts';

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

  /**
   * Types `kwit import` in a process of its own.
   *
   * @param killAt when it kills itself, counted by the times that it adds rows; 0 for never.
   * @returns how often it added some; null where it was killed.
   */
  async importUntil(killAt: number, ...words: readonly string[]): Promise<number | null> {
    const args = [join(import.meta.dirname, 'killed-import.ts'), String(killAt), ...words];
    const env = { PATH: process.env.PATH ?? '', ...this.#environment };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [written] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (child.signalCode === 'SIGKILL') return null;
    assert.equal(child.exitCode, 0);
    return Number(written);
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

/** Points of an import at which it is killed: so many, one in each part of it. @param adds how often it adds rows. */
export const killPoints = (adds: number, kills: number, random: () => number): number[] =>
  Array.from({ length: kills }, (_, kill) => 1 + Math.floor(((kill + random()) / kills) * adds));
