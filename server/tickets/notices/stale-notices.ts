import { DAY, HOUR, type StaleRows, shifted } from '#platform';
import { ChangedCommentStore } from '../comments/comment-store.ts';
import { NoticeStore } from './notice-store.ts';

/** Notices of 90 days ago, and what streams were told of changed comments. */
export const staleNotices: StaleRows = {
  notices: (work, most) => work.of(NoticeStore).forgetBefore(shifted(work.now, -90 * DAY), most),
  'changed comments': (work, most) => work.of(ChangedCommentStore).forgetBefore(shifted(work.now, -HOUR), most),
};
