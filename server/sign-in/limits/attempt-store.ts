import type { Instant } from '../../clock.ts';
import { compiled } from '../../database/compiled.ts';
import type { Connection } from '../../database/connection.ts';
import type { AttemptTable } from '../../database/tables/people.ts';

const nth = compiled((db, p: { bucket: string; since: Instant; before: number }) =>
  db
    .selectFrom('attempts')
    .select('at')
    .where('bucket', '=', p.bucket)
    .where('at', '>', p.since)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(p.before),
);
const after = compiled((db, p: { bucket: string; since: Instant }) =>
  db
    .selectFrom('attempts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<Instant | null>('at').as('newest')])
    .where('bucket', '=', p.bucket)
    .where('at', '>', p.since),
);
const insert = compiled((db, p: AttemptTable) =>
  db.insertInto('attempts').values({ id: p.id, bucket: p.bucket, at: p.at }),
);
const drop = compiled((db, p: { id: string }) => db.deleteFrom('attempts').where('id', '=', p.id));
const forgetIn = compiled((db, p: { bucket: string; until: Instant }) =>
  db.deleteFrom('attempts').where('bucket', '=', p.bucket).where('at', '<=', p.until),
);
const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('attempts')
    .where('id', 'in', (eb) => eb.selectFrom('attempts').select('id').where('at', '<', p.before).limit(p.most)),
);

/** Attempts that count against a limit, by bucket: a keyed hash of an address or a client. All nodes share them. */
export class AttemptStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** When the n-th newest attempt (from 1) after `since` was made, if there are as many. */
  async nthNewest(bucket: string, n: number, since: Instant): Promise<Instant | undefined> {
    return (await this.#connection.first(nth, { bucket, since, before: n - 1 }))?.at;
  }

  /** How many attempts were made after `since`, and when the newest of them was. */
  countAfter(bucket: string, since: Instant): Promise<{ count: number; newest: Instant | null }> {
    return this.#connection.only(after, { bucket, since });
  }

  async add(attempt: AttemptTable): Promise<void> {
    await this.#connection.change(insert, attempt);
  }

  async remove(id: string): Promise<void> {
    await this.#connection.change(drop, { id });
  }

  async forgetIn(bucket: string, until: Instant): Promise<void> {
    await this.#connection.change(forgetIn, { bucket, until });
  }

  /** For housekeeping: removes attempts before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
  }
}
