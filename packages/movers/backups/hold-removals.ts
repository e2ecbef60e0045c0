import type { BackupOutcome } from '#contract/words.ts';
import { MINUTE, type RequestContext, type Runner, shifted } from '#platform';
import { BackupStore } from './backup-store.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { BackupRefused } from './places/backup-refused.ts';

/** For how long a backup of which nothing is heard any more keeps removed files, in milliseconds. */
const LEASE_MS = 10 * MINUTE;
/** How often it is heard of. */
const RENEW_MS = MINUTE;

/** What a backup has, to be noted in the database. */
export interface BackupFigures {
  readonly outcome: BackupOutcome;
  /** Null for what was not copied. */
  readonly databaseBytes: number | null;
  readonly files: number | null;
  readonly fileBytes: number | null;
}

interface Made {
  readonly figures: BackupFigures;
}

/** @param id under which the database knows the backup. */
type Make<T> = (id: string) => Promise<T>;

/**
 * Notes in the database that a backup is being made, and how it ended. Until then nobody removes a file, so that each one that
 * the copy of the database names can still be copied (docs/rules/backups.md#removals). A backup that is killed holds them for
 * ten minutes.
 *
 * @param place where it will stand; `-` for an archive.
 * @throws BackupRefused when another one is made, where the place itself cannot tell.
 */
export async function holdingRemovals<T extends Made>(
  runner: Runner,
  context: RequestContext<null>,
  { place, by }: { place: Pick<BackupPlace, 'path' | 'needsTurns'>; by: string | null },
  make: Make<T>,
): Promise<T> {
  const id = await runner.write(context, async (work) => {
    if (place.needsTurns && (await work.of(BackupStore).isHeld(work.now)))
      throw new BackupRefused(
        'Another backup is being made, or was killed in the last ten minutes. Wait until it has ended.',
      );
    const made = work.newId();
    await work
      .of(BackupStore)
      .begin({ id: made, now: work.now, until: shifted(work.now, LEASE_MS), place: place.path, by });
    return made;
  });
  const renew = () => runner.write(context, (work) => work.of(BackupStore).renew(id, shifted(work.now, LEASE_MS)));
  // The database may not answer for a moment: the next renewal is in time.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS).unref();
  try {
    const made = await make(id);
    await runner.write(context, (work) => work.of(BackupStore).end({ id, now: work.now, ...made.figures }));
    return made;
  } catch (error) {
    const nothing = { databaseBytes: null, files: null, fileBytes: null };
    const failed = { outcome: 'failed', ...nothing } as const;
    // What went wrong matters more than that it cannot be noted.
    await runner.write(context, (work) => work.of(BackupStore).end({ id, now: work.now, ...failed })).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}
