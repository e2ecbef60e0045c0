import { MOST_VIEWS, type ViewDraft } from '../../contract/views.ts';
import { invalidField } from '../failure.ts';
import type { Work } from '../work.ts';
import type { StoredView } from './view-store.ts';

/** Saves a view for the caller. @throws Failure `validation_error` when they have as many as one person may keep. */
export async function addView(work: Work, { name, page, query = '' }: ViewDraft): Promise<StoredView> {
  const owner = work.actor.id;
  // Two requests at the same moment must not both find room for the last one.
  await work.lock(`saved_views:${owner}`);
  if ((await work.views.count(owner)) >= MOST_VIEWS)
    throw invalidField('body', 'maxItems', `You have ${MOST_VIEWS} saved views, as many as fit; remove one first.`);
  const view = { id: work.newId(), user_id: owner, name, page, query, created_at: work.now };
  await work.views.add(view);
  return view;
}
