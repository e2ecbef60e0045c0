import { DAY, shifted } from '../clock.ts';
import { KEPT_FOR } from '../idempotency/answer-once.ts';
import type { StaleRows } from '../stale-rows.ts';

/** First answers to requests, and entries of the audit that are two years old. */
export const staleRecords: StaleRows = {
  answers: (work, most) => work.firstAnswers.forgetBefore(shifted(work.now, -KEPT_FOR), most),
  audit: (work, most) => work.audit.forgetBefore(shifted(work.now, -730 * DAY), most),
};
