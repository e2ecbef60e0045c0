import { DAY, HOUR, shifted } from '../clock.ts';
import type { StaleRows } from '../stale-rows.ts';

/** Notices of 90 days ago, and what streams were told of changed comments. */
export const staleNotices: StaleRows = {
  notices: (work, most) => work.notices.forgetBefore(shifted(work.now, -90 * DAY), most),
  'changed comments': (work, most) => work.changedComments.forgetBefore(shifted(work.now, -HOUR), most),
};
