import { compiled, type Instant, Store } from '#platform';
import type { RowOf } from '#records';

export type SignInStep = RowOf<'sign_in_steps'>;

const insert = compiled((db, p: SignInStep) =>
  db
    .insertInto('sign_in_steps')
    .values({ id: p.id, kind: p.kind, user_id: p.user_id, content: p.content, expires_at: p.expires_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);
const byId = compiled((db, p: { id: string }) => db.selectFrom('sign_in_steps').selectAll().where('id', '=', p.id));
const remove = compiled((db, p: { id: string }) => db.deleteFrom('sign_in_steps').where('id', '=', p.id));
const removeOf = compiled((db, p: { user: string }) => db.deleteFrom('sign_in_steps').where('user_id', '=', p.user));
const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('sign_in_steps')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sign_in_steps').select('id').where('expires_at', '<', p.before).limit(p.most),
    ),
);

/** Steps of a sign-in that wait for the next one. All nodes share them, and each is good once. */
export class SignInStepStore extends Store {
  /** @returns false when there is, or was a moment ago, a step of this id. */
  async add(step: SignInStep): Promise<boolean> {
    return (await this.connection.change(insert, step)) === 1;
  }

  /** The step, if it has not ended. */
  async find(id: string, now: Instant): Promise<SignInStep | null> {
    const step = await this.connection.first(byId, { id });
    return step === undefined || step.expires_at <= now ? null : step;
  }

  /** Uses a step. @returns false when somebody else has just used it. */
  async use(id: string): Promise<boolean> {
    return (await this.connection.change(remove, { id })) === 1;
  }

  /** Removes every step of a person. */
  async removeOf(user: string): Promise<void> {
    await this.connection.change(removeOf, { user });
  }

  /** For housekeeping: removes steps that ended before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.connection.change(forget, { before, most });
  }
}
