import type { NoticesRead, UnreadCount } from '#contract/notices.ts';
import { Failure, givenMoment, type Work } from '#platform';
import { InboxStore } from './inbox-store.ts';
import { NoticeStore } from './notice-store.ts';

/** Marks notices of the caller as read; ids that name none of them are ignored. @throws Failure `validation_error`. */
export async function markNoticesRead(work: Work, { until, ...named }: NoticesRead): Promise<UnreadCount> {
  const moment = givenMoment('until', until);
  const marked = await work
    .of(NoticeStore)
    .markRead(work.actor.id, moment === null ? named : { until: moment }, work.now);
  return countChanged(work, marked);
}

/** Marks notices of the caller as unread again, all of them or none. @throws Failure `notice_not_found`. */
export async function markNoticesUnread(work: Work, ids: readonly string[]): Promise<UnreadCount> {
  const known = await work.of(NoticeStore).countNamed(work.actor, ids);
  if (known < new Set(ids).size) throw new Failure('notice_not_found');
  return countChanged(work, await work.of(NoticeStore).markUnread(work.actor.id, ids));
}

async function countChanged(work: Work, marked: number): Promise<UnreadCount> {
  if (marked > 0) {
    await work.of(InboxStore).changed(work.actor.id, work.now);
    // The person's other browsers are to know at once.
    work.hasRecorded = true;
  }
  return { unread: await work.of(NoticeStore).countUnread(work.actor) };
}
