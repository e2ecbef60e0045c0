import { sql } from 'kysely';
import { type Actor, compiled, deleteBefore, type Instant, insertInto, Store, updateById, type Work } from '#platform';

const insert = insertInto('backups');
const update = updateById('backups');

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

export class BackupStore extends Store {
  /** A backup begins, and keeps files that are removed `until` then. */
  async begin(backup: { id: string; now: Instant; until: Instant; place: string; by: string | null }): Promise<void> {
    const { id, now, until, place, by } = backup;
    const unknown = { ended_at: null, outcome: null, database_bytes: null, files: null, file_bytes: null };
    await this.connection.change(insert, { id, began_at: now, held_until: until, place, made_by: by, ...unknown });
  }

  async change(id: string, changes: Parameters<typeof update>[0]): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }

  /** Whether a backup is being made, so that no file may be removed. */
  async isHeld(now: Instant): Promise<boolean> {
    return (await this.connection.first(held, { now })) !== undefined;
  }

  /** Newest first. */
  newest(limit: number) {
    return this.connection.all(newest, { limit });
  }

  /** The moment of the newest whole backup; null when there is none. */
  async lastWhole(): Promise<Instant | null> {
    return (await this.connection.first(lastWhole))?.began_at ?? null;
  }

  /** Housekeeping: backups from before this moment, at most so many. @returns how many it was. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.connection.change(forget, { before, most });
  }
}

/** Whether a backup is being made, so that no file may be removed. */
export const areFilesHeld = (work: Work<Actor>, now: Instant) => work.of(BackupStore).isHeld(now);

/** The moment of the newest whole backup; null when there is none. */
export const lastWholeBackup = (work: Work<Actor>) => work.of(BackupStore).lastWhole();
