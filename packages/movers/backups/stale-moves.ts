import { DAY, type StaleRows, shifted } from '#platform';
import { TableImportStore } from '../imports/uploaded/table-import-store.ts';
import { BackupStore } from './backup-store.ts';

/** Backups of 400 days ago, and tables that were uploaded to be imported. */
export const staleMoves: StaleRows = {
  backups: (work, most) => work.of(BackupStore).forgetBefore(shifted(work.now, -400 * DAY), most),
  'tables to import': (work, most) => work.of(TableImportStore).forgetWaiting(shifted(work.now, -DAY), most),
  'imported tables': (work, most) => work.of(TableImportStore).forgetEnded(shifted(work.now, -7 * DAY), most),
};
