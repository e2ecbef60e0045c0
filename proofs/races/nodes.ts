import { Player } from '../../server/testing/cast.ts';
import type { DatabaseName } from '../../server/testing/databases.ts';
import { type App, startApp } from '../../server/testing/start-app.ts';

/** Services that share a database: two on PostgreSQL; on SQLite one, since a data folder serves one process. */
export class Nodes {
  readonly #all: readonly App[];

  private constructor(all: readonly App[]) {
    this.#all = all;
  }

  static async start(name: DatabaseName): Promise<Nodes> {
    const first = await startApp(name);
    if (first.databaseUrl === null) return new Nodes([first]);
    return new Nodes([first, await startApp(name, { DATABASE_URL: first.databaseUrl })]);
  }

  get first(): App {
    return this.#all[0] as App;
  }

  /** @returns the same person, calling node `number` modulo the number of nodes. */
  at(number: number, { token, user }: Player): Player {
    const node = this.#all[number % this.#all.length] as App;
    return new Player(node.address, { token: token ?? '', user });
  }

  async close(): Promise<void> {
    for (const node of this.#all.toReversed()) await node.close();
  }
}
