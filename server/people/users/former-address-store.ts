import { compiled, type Instant, Store } from '#platform';

const put = compiled((db, p: { email: string; user_id: string; changed_at: Instant }) =>
  db
    .insertInto('former_addresses')
    .values({ email: p.email, user_id: p.user_id, changed_at: p.changed_at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ user_id: p.user_id, changed_at: p.changed_at })),
);
const owner = compiled((db, p: { email: string }) =>
  db.selectFrom('former_addresses').select('user_id').where('email', '=', p.email),
);
const remove = compiled((db, p: { email: string }) => db.deleteFrom('former_addresses').where('email', '=', p.email));

/** Addresses that people had before another took their place. */
export class FormerAddressStore extends Store {
  async put(email: string, user_id: string, changed_at: Instant): Promise<void> {
    await this.connection.change(put, { email, user_id, changed_at });
  }

  /** The id of the person who had the address; undefined when nobody had. */
  async ownerOf(email: string): Promise<string | undefined> {
    return (await this.connection.first(owner, { email }))?.user_id;
  }

  async remove(email: string): Promise<void> {
    await this.connection.change(remove, { email });
  }
}
