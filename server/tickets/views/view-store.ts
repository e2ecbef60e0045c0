import { sql } from 'kysely';
import type { ViewChange } from '#contract/views.ts';
import { type Actor, compiled, insertInto, Store, updateBy, type Work } from '#platform';
import type { RowOf } from '#records';

export type StoredView = Readonly<RowOf<'saved_views'>>;

type Owned = Pick<StoredView, 'id' | 'user_id'>;

const insert = insertInto('saved_views');

const find = compiled((db, p: Owned) =>
  db.selectFrom('saved_views').selectAll().where('id', '=', p.id).where('user_id', '=', p.user_id),
);

const list = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').selectAll().where('user_id', '=', p.owner).orderBy('id', 'desc'),
);

const count = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').select(sql<number>`count(*)`.as('n')).where('user_id', '=', p.owner),
);

const update = updateBy('saved_views', 'id', 'user_id');

const remove = compiled((db, p: Owned) =>
  db.deleteFrom('saved_views').where('id', '=', p.id).where('user_id', '=', p.user_id),
);

/** Saved views. Each query names the owner, so nobody finds the views of another person. */
export class ViewStore extends Store {
  /** Newest first. */
  list(owner: string): Promise<StoredView[]> {
    return this.connection.all(list, { owner });
  }

  async count(owner: string): Promise<number> {
    return (await this.connection.only(count, { owner })).n;
  }

  async add(view: StoredView): Promise<void> {
    await this.connection.change(insert, view);
  }

  /** @returns the changed view; undefined when the owner has no such view. */
  async change(owned: Owned, changes: ViewChange): Promise<StoredView | undefined> {
    await this.connection.change(update(changes), { ...changes, ...owned });
    return this.connection.first(find, owned);
  }

  async remove(owned: Owned): Promise<boolean> {
    return (await this.connection.change(remove, owned)) > 0;
  }
}

/** Newest first. */
export const listViews = (work: Work<Actor>, owner: string) => work.of(ViewStore).list(owner);
