import { DAY, shifted } from '../clock.ts';
import type { StaleRows } from '../stale-rows.ts';
import { forgetEvents } from './forget-events.ts';

/** Counts of 400 days ago, and events that were sent. */
export const staleEvents: StaleRows = {
  telemetry: (work, most) => work.telemetry.forgetBefore(shifted(work.now, -400 * DAY), most),
  events: forgetEvents,
};
