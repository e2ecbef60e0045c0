import type { ViewChange } from '../../contract/views.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import type { StoredView } from './view-store.ts';

/** Changes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function changeView(work: Work, id: string, changes: ViewChange): Promise<StoredView> {
  const view = await work.views.change({ id, user_id: work.actor.id }, changes);
  if (view === undefined) throw new Failure('view_not_found');
  return view;
}

/** Removes one of the caller's views. @throws Failure `view_not_found`, also for another person's. */
export async function removeView(work: Work, id: string): Promise<void> {
  if (!(await work.views.remove({ id, user_id: work.actor.id }))) throw new Failure('view_not_found');
}
