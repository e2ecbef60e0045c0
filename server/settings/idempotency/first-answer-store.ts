import { compiled, type Instant, Store } from '#platform';
import type { RowOf } from '#records';

type Name = Pick<RowOf<'idempotency_keys'>, 'user_id' | 'operation' | 'key'>;

const find = compiled((db, p: Name & { since: Instant }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', p.user_id)
    .where('operation', '=', p.operation)
    .where('key', '=', p.key)
    .where('created_at', '>', p.since),
);

const put = compiled((db, p: RowOf<'idempotency_keys'>) =>
  db
    .insertInto('idempotency_keys')
    .values({
      user_id: p.user_id,
      operation: p.operation,
      key: p.key,
      fingerprint: p.fingerprint,
      answer: p.answer,
      created_at: p.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        .doUpdateSet({ fingerprint: p.fingerprint, answer: p.answer, created_at: p.created_at }),
    ),
);

const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'operation', 'key'),
        'in',
        selectFrom('idempotency_keys')
          .select(['user_id', 'operation', 'key'])
          .where('created_at', '<', p.before)
          .limit(p.most)
          .$asTuple('user_id', 'operation', 'key'),
      ),
    ),
);

/** The first answers to requests with an Idempotency-Key. */
export class FirstAnswerStore extends Store {
  find(name: Name, since: Instant): Promise<{ fingerprint: string; answer: string } | undefined> {
    return this.connection.first(find, { ...name, since });
  }

  async put(answer: RowOf<'idempotency_keys'>): Promise<void> {
    await this.connection.change(put, answer);
  }

  /** Housekeeping: forgets answers older than a moment, at most `most`. @returns how many. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.connection.change(forget, { before, most });
  }
}
