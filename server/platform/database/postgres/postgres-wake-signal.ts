import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '../../clock.ts';
import { WakeSignal } from '../connection.ts';
import { applicationName } from './postgres-address.ts';
import { PostgresReader } from './postgres-connection.ts';

const CHANNEL = 'kwit_recorded';
/** Milliseconds until a lost connection is made anew. */
const RECONNECT_AFTER_MS = SECOND;
/** How often the connection is asked whether it is still there, in milliseconds. */
const LOOK_EVERY_MS = 10 * SECOND;
/** How long its answer, or its end, may take. */
const ANSWER_WITHIN_MS = 2 * SECOND;

/** A wake signal that reaches all nodes, by NOTIFY. Calls of `wake` while a NOTIFY is under way become one more. */
export class PostgresWakeSignal extends WakeSignal {
  readonly #pool: pg.Pool;
  readonly #connectionString: string;
  #listening: pg.Client | undefined;
  #sending = false;
  #again = false;
  #closed = false;

  constructor(pool: pg.Pool, connectionString: string) {
    super();
    this.#pool = pool;
    this.#connectionString = connectionString;
  }

  override onWake(listener: () => void): () => void {
    if (this.#listening === undefined && !this.#closed) this.#listen();
    return super.onWake(listener);
  }

  override wake(): void {
    super.wake();
    this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#listening) await end(this.#listening);
  }

  #send(): void {
    this.#again = this.#sending;
    if (this.#sending || this.#closed) return;
    this.#sending = true;
    new PostgresReader(this.#pool, false)
      .run({ sql: `notify ${CHANNEL}`, parameters: [] })
      // A node that missed the signal looks from time to time anyway.
      .catch(() => {})
      .finally(() => {
        this.#sending = false;
        if (this.#again) this.#send();
      });
  }

  #listen(): void {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: applicationName(),
      keepAlive: true,
      connectionTimeoutMillis: 3 * SECOND,
      query_timeout: ANSWER_WITHIN_MS,
    });
    this.#listening = client;
    const looking = setInterval(() => client.query('select 1').catch(() => end(client)), LOOK_EVERY_MS).unref();
    client.on('notification', () => super.wake());
    client.on('error', () => {});
    client.once('end', () => {
      clearInterval(looking);
      this.#listenAgain(client);
    });
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      // Events that were recorded while this node did not listen have to be noticed now.
      .then(() => super.wake())
      .catch(() => end(client));
  }

  #listenAgain(lost: pg.Client): void {
    if (this.#closed || this.#listening !== lost) return;
    setTimeout(() => {
      if (!this.#closed) this.#listen();
    }, RECONNECT_AFTER_MS).unref();
  }
}

/** Ends the connection, without waiting long for a server that has vanished. */
async function end(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {});
  const late = after(ANSWER_WITHIN_MS, 'late', { ref: false });
  if ((await Promise.race([ended, late])) === 'late') client.connection.stream.destroy();
}
