import { DAY, shifted } from '../../clock.ts';
import type { StaleRows } from '../../stale-rows.ts';

/** Questions that found no answer 90 days ago. */
export const staleQuestions: StaleRows = {
  questions: (work, most) => work.questions.forgetBefore(shifted(work.now, -90 * DAY), most),
};
