import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { BACKUP_OUTCOMES } from './words.ts';

const Count = nullable(Type.Integer({ minimum: 0 }));

/** A backup that was made, or is being made (docs/rules/backups.md#for-developers). */
export const Backup = record({
  id: Id,
  began_at: Instant,
  ended_at: nullable(Instant),
  outcome: nullable(
    oneOf(BACKUP_OUTCOMES, { description: 'How it ended; null while it is made, and when its process was killed.' }),
  ),
  is_running: Type.Boolean(),
  place: Type.String({ description: 'The folder.' }),
  database_bytes: Count,
  files: Count,
  file_bytes: Count,
  made_by: nullable(Id),
  made_by_name: nullable(Type.String()),
});

/** GET /api/backups. */
export const Backups = record({
  last_backup_at: nullable(Instant),
  can_make: Type.Boolean({ description: 'Whether the service has a folder for backups (BACKUP_DIR).' }),
  is_late: Type.Boolean({ description: 'Whether none was made for `backup_expected_days`.' }),
  backups: Type.Array(Backup, { description: 'The last 20, newest first.' }),
});
export type Backups = Static<typeof Backups>;
