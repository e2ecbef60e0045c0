import { DAY, shifted } from '../clock.ts';
import type { StaleRows } from '../stale-rows.ts';

/** Backups of 400 days ago, and tables that were uploaded to be imported. */
export const staleMoves: StaleRows = {
  backups: (work, most) => work.backups.forgetBefore(shifted(work.now, -400 * DAY), most),
  'tables to import': (work, most) => work.tableImports.forgetWaiting(shifted(work.now, -DAY), most),
  'imported tables': (work, most) => work.tableImports.forgetEnded(shifted(work.now, -7 * DAY), most),
};
