import type { Backups } from '#contract/backups.ts';
import { DAY, shifted, type Work } from '#platform';
import { readSetting } from '#settings';
import { BackupStore } from './backup-store.ts';

/** Backups that are listed at most. */
const SHOWN = 20;

/** GET /api/backups. @param canMake whether the service has a folder for them. */
export async function listBackups(work: Work, canMake: boolean): Promise<Backups> {
  const last = await work.of(BackupStore).lastWhole();
  const days = await readSetting(work, 'backup_expected_days');
  const found = await work.of(BackupStore).newest(SHOWN);
  return {
    last_backup_at: last,
    can_make: canMake,
    is_late: days !== null && (last === null || last < shifted(work.now, -days * DAY)),
    backups: found.map(({ held_until, ...backup }) => ({
      ...backup,
      is_running: backup.ended_at === null && held_until > work.now,
    })),
  };
}
