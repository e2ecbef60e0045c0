import { MOST_VIEWS, type ViewChange, type ViewDraft } from '#contract/views.ts';
import { Failure, invalidField, type Work } from '#platform';
import { type StoredView, ViewStore } from './view-store.ts';

/** Saves a view for the caller. @throws Failure `validation_error` when they have as many as one person may keep. */
export async function addView(work: Work, { name, page, query = '' }: ViewDraft): Promise<StoredView> {
  const owner = work.actor.id;
  // Two requests at the same moment must not both find room for the last one.
  await work.lock(`saved_views:${owner}`);
  if ((await work.of(ViewStore).count(owner)) >= MOST_VIEWS)
    throw invalidField('body', 'maxItems', `You have ${MOST_VIEWS} saved views, as many as fit; remove one first.`);
  const view = { id: work.newId(), user_id: owner, name, page, query, created_at: work.now };
  await work.of(ViewStore).add(view);
  return view;
}

/** Changes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function changeView(work: Work, id: string, changes: ViewChange): Promise<StoredView> {
  const view = await work.of(ViewStore).change({ id, user_id: work.actor.id }, changes);
  if (view === undefined) throw new Failure('view_not_found');
  return view;
}

/** Removes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function removeView(work: Work, id: string): Promise<void> {
  if (!(await work.of(ViewStore).remove({ id, user_id: work.actor.id }))) throw new Failure('view_not_found');
}
