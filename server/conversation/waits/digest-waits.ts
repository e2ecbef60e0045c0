import { recordPersonalEvent } from '#events';
import { holdUserAlone } from '#people';
import type { Actor, Work } from '#platform';
import { type Stretch, WaitDigestStore } from './digest-store.ts';
import { targetsNow } from './targets-now.ts';

/** The chore that began when the first wait was told of to nobody in particular, and no digest has told of it. */
const UNREAD = 'waits of nobody';
/** The one that began with the last digest. */
const LAST = 'digest of waits';

/** A wait was told of, and nobody in particular heard it: the next digest tells of it. */
export const leaveToDigest = (work: Work<Actor>) =>
  work.of(WaitDigestStore).addChore({ name: UNREAD, began_at: work.now });

/** Whether a digest is to be made: there is something to tell, and a calendar is open on a day that has had none. */
export async function isDigestDue(work: Work<Actor>): Promise<boolean> {
  if ((await work.of(WaitDigestStore).chore({ name: UNREAD })) === undefined) return false;
  const last = await work.of(WaitDigestStore).chore({ name: LAST });
  const { targets } = await targetsNow(work);
  return targets.some(({ calendar: { time } }) => {
    const now = Date.parse(work.now);
    return time.isOpen(now) && (last === undefined || time.endOfDay(Date.parse(last.began_at)) <= now);
  });
}

/**
 * Has the workers who want it mailed what is missed or due soon and has nobody: once a day, while its calendar is open
 * (docs/rules/answer-due.md#who-is-told).
 */
export async function digestWaits(work: Work<Actor>): Promise<void> {
  const store = work.of(WaitDigestStore);
  const unread = await store.chore({ name: UNREAD });
  if (unread === undefined || !(await isDigestDue(work))) return;
  const stretch = { since: unread.began_at, until: work.now };
  const ids = (await store.calendars(stretch)).map(({ calendar_id }) => calendar_id);
  const { targets } = await targetsNow(work);
  const isOpen = targets.some(({ calendar: { id, time } }) => ids.includes(id) && time.isOpen(Date.parse(work.now)));
  if (ids.length > 0 && !isOpen) return;
  await store.dropChore({ name: UNREAD });
  for (const { id } of await store.readers(stretch)) {
    await holdUserAlone(work, id);
    await recordPersonalEvent(work, id, 'answers.due', stretch);
    await store.putChore({ name: LAST, began_at: work.now });
  }
}

/** The waits of the digest on tickets on which the person works. */
export const digestedWaits = (work: Work<Actor>, user: string, stretch: Stretch) =>
  work.of(WaitDigestStore).listed({ ...stretch, user });
