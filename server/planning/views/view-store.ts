import { sql } from 'kysely';
import type { ViewChange, ViewDraft } from '#contract/views.ts';
import { MOST_VIEWS } from '#contract/words.ts';
import { recordThing, removeThing, thingRestorer } from '#events';
import {
  type Actor,
  compiled,
  Failure,
  insertInto,
  invalidField,
  Store,
  selectBy,
  updateBy,
  type Work,
} from '#platform';
import type { RowOf } from '#records';

export type StoredView = Readonly<RowOf<'saved_views'>>;

type Owned = Pick<StoredView, 'id' | 'user_id'>;

const insert = insertInto('saved_views');

const find = selectBy('saved_views', 'id', 'user_id');

const list = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').selectAll().where('user_id', '=', p.owner).orderBy('id', 'desc'),
);

const count = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').select(sql<number>`count(*)`.as('count')).where('user_id', '=', p.owner),
);

const update = updateBy('saved_views', 'id', 'user_id');

/** Saved views. Each query names the owner, so nobody finds the views of another person. */
export class ViewStore extends Store {
  /** Newest first. */
  readonly list = this.all(list);
  readonly count = this.countOf(count);
  readonly add = this.changes(insert);
  readonly find = this.first(find);

  change(owned: Owned, changes: ViewChange): Promise<number> {
    return this.connection.change(update(changes), { ...changes, ...owned });
  }
}

const thingOf = ({ id, name, user_id }: StoredView) => ({ type: 'view', id, name, ownerId: user_id });

/** Newest first. */
export const listViews = (work: Work<Actor>, owner: string) => work.of(ViewStore).list({ owner });

/** Saves a view for the caller. @throws Failure `validation_error` when they have as many as one person may keep. */
export async function addView(work: Work, { name, page, query = '' }: ViewDraft): Promise<StoredView> {
  const owner = work.actor.id;
  await refuseMore(work);
  const view = { id: work.newId(), user_id: owner, name, page, query, created_at: work.now };
  await work.of(ViewStore).add(view);
  recordThing(work, thingOf(view), null, view);
  return view;
}

/** Two requests at the same moment do not both find room for the last one. @throws Failure `validation_error`. */
async function refuseMore(work: Work): Promise<void> {
  const owner = work.actor.id;
  await work.lock(`saved_views:${owner}`);
  if ((await work.of(ViewStore).count({ owner })) >= MOST_VIEWS)
    throw invalidField('body', 'maxItems', `You have ${MOST_VIEWS} saved views, as many as fit; remove one first.`);
}

/** @throws Failure `view_not_found`, also for another person's. */
async function findView(work: Work, id: string): Promise<StoredView> {
  const view = await work.of(ViewStore).find({ id, user_id: work.actor.id });
  if (view === undefined) throw new Failure('view_not_found');
  return view;
}

/** Changes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function changeView(work: Work, id: string, changes: ViewChange): Promise<StoredView> {
  const before = await findView(work, id);
  recordThing(work, thingOf(before), before, changes);
  await work.of(ViewStore).change({ id, user_id: work.actor.id }, changes);
  return findView(work, id);
}

/** Removes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function removeView(work: Work, id: string): Promise<void> {
  await removeThing(work, thingOf(await findView(work, id)), { saved_views: 'id' });
}

/** Puts back what acts changed of saved views. */
export const viewRestorer = thingRestorer({
  table: 'saved_views',
  own: [],
  may: () => true,
  show: (work, id) => work.of(ViewStore).find({ id, user_id: work.actor.id }),
  change: (work, id, changes) => changeView(work, id, changes as ViewChange),
  remove: removeView,
  permit: refuseMore,
});
