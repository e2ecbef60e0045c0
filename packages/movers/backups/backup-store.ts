import { sql } from 'kysely';
import { type Actor, compiled, deleteBefore, type Instant, tableStore, type Work } from '#platform';

const held = compiled((db, p: { now: Instant }) =>
  db.selectFrom('backups').select('id').where('ended_at', 'is', null).where('held_until', '>', p.now).limit(sql.lit(1)),
);

const newest = compiled((db, p: { limit: number }) =>
  db
    .selectFrom('backups')
    .leftJoin('users', 'users.id', 'backups.made_by')
    .selectAll('backups')
    .select('users.name as made_by_name')
    .orderBy('began_at', 'desc')
    .orderBy('backups.id', 'desc')
    .limit(p.limit),
);

const lastWhole = compiled((db) =>
  db
    .selectFrom('backups')
    .select('began_at')
    .where('outcome', '=', sql.lit('whole'))
    .orderBy('began_at', 'desc')
    .limit(sql.lit(1)),
);

const forget = deleteBefore('backups', 'began_at');

export class BackupStore extends tableStore('backups') {
  /** Whether a backup is being made, so that no file may be removed. */
  readonly isHeld = this.any(held);
  /** Newest first. */
  readonly newest = this.all(newest);
  /** Housekeeping: backups from before a moment, at most so many. */
  readonly forgetBefore = this.changes(forget);

  /** A backup begins, and keeps files that are removed `until` then. */
  begin(backup: { id: string; now: Instant; until: Instant; place: string; by: string | null }): Promise<void> {
    const { id, now, until, place, by } = backup;
    const unknown = { ended_at: null, outcome: null, database_bytes: null, files: null, file_bytes: null };
    return this.add({ id, began_at: now, held_until: until, place, made_by: by, ...unknown });
  }

  /** The moment of the newest whole backup; null when there is none. */
  async lastWhole(): Promise<Instant | null> {
    return (await this.connection.first(lastWhole))?.began_at ?? null;
  }
}

/** Whether a backup is being made, so that no file may be removed. */
export const areFilesHeld = (work: Work<Actor>, now: Instant) => work.of(BackupStore).isHeld({ now });

/** The moment of the newest whole backup; null when there is none. */
export const lastWholeBackup = (work: Work<Actor>) => work.of(BackupStore).lastWhole();
