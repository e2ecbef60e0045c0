import { sql } from 'kysely';
import type { BackupOutcome } from '#contract/words.ts';
import { type Actor, compiled, type Instant, Store, type Work } from '#platform';

interface Begun {
  readonly id: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly place: string;
  readonly by: string | null;
}

interface Ended {
  readonly id: string;
  readonly now: Instant;
  readonly outcome: BackupOutcome;
  /** Null for what was not copied. */
  readonly databaseBytes: number | null;
  readonly files: number | null;
  readonly fileBytes: number | null;
}

const begin = compiled((db, p: Begun) =>
  db.insertInto('backups').values({
    id: p.id,
    began_at: p.now,
    held_until: p.until,
    ended_at: null,
    outcome: null,
    place: p.place,
    database_bytes: null,
    files: null,
    file_bytes: null,
    made_by: p.by,
  }),
);

const renew = compiled((db, p: { id: string; until: Instant }) =>
  db.updateTable('backups').set({ held_until: p.until }).where('id', '=', p.id),
);

const end = compiled((db, p: Ended) =>
  db
    .updateTable('backups')
    .set({
      ended_at: p.now,
      outcome: p.outcome,
      database_bytes: p.databaseBytes,
      files: p.files,
      file_bytes: p.fileBytes,
    })
    .where('id', '=', p.id),
);

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

const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('backups')
    .where('id', 'in', (eb) => eb.selectFrom('backups').select('id').where('began_at', '<', p.before).limit(p.most)),
);

/** The backups that were made, and those that are being made. */
export class BackupStore extends Store {
  /** A backup begins, and keeps files that are removed `until` then. */
  async begin(backup: Begun): Promise<void> {
    await this.connection.change(begin, backup);
  }

  async renew(id: string, until: Instant): Promise<void> {
    await this.connection.change(renew, { id, until });
  }

  async end(backup: Ended): Promise<void> {
    await this.connection.change(end, backup);
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
