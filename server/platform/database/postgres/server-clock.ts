import type pg from 'pg';
import { type Clock, SECOND, systemClock } from '../../clock.ts';
import { PostgresConnection } from './postgres-connection.ts';

/** How often the server is asked for the time, in milliseconds. */
const ASK_EVERY_MS = 10 * SECOND;
const ASKING = { sql: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now', parameters: [] };

/**
 * The time of the server, which all nodes have in common, whatever the clocks of their machines say
 * (docs/rules/service.md#time). Between two answers the machine's timer counts on, which nobody can set.
 */
export class ServerClock implements Clock {
  /** The server's time at the beginning of the machine's timer, as far as we know. */
  #origin = systemClock.now() - performance.now();

  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /**
   * Asks the server until `stop` is called. While it does not answer, the timer counts on.
   *
   * @returns what ends it, once the server has answered.
   */
  async follow(pool: pg.Pool): Promise<() => void> {
    await this.#ask(pool);
    const timer = setInterval(() => void this.#ask(pool).catch(() => {}), ASK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /**
   * The server read its clock at some moment between two of our timer. Where the time that we count fits in between, it
   * stays, so that it does not jump about by what an answer took; else it moves as little as it must.
   *
   * @param serverTime in milliseconds since 1970.
   */
  correct(serverTime: number, asked: number, answered: number): void {
    this.#origin = Math.min(Math.max(this.#origin, serverTime - answered), serverTime - asked);
  }

  async #ask(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    try {
      const asked = performance.now();
      const [row] = await new PostgresConnection(client, false).rows<{ now: number }>(ASKING);
      if (row) this.correct(row.now, asked, performance.now());
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
