import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const begin = compiled((db, p: { name: string; now: Instant; before: Instant }) =>
  db
    .insertInto('chores')
    .values({ name: p.name, began_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ began_at: p.now })
        // A node whose clock was ahead must not keep the others from the job for ever.
        .where((eb) => eb.or([eb('chores.began_at', '<=', p.before), eb('chores.began_at', '>', p.now)])),
    ),
);

/** When each job last began, on any node. */
export class JobStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Begins a job, unless a node began it after `before`. Of all nodes that ask, one gets true. */
  async begin(name: string, now: Instant, before: Instant): Promise<boolean> {
    return (await this.#connection.change(begin, { name, now, before })) === 1;
  }
}
