import type { BackupOutcome } from '#contract/words.ts';
import {
  type FileStore,
  type Instant,
  isDiskFault,
  MINUTE,
  newId,
  type RequestContext,
  type Runner,
  shifted,
} from '#platform';
import type { RowOf } from '#records';
import { BackupStore } from './backup-store.ts';
import { type BackupPlace, BackupRefused } from './places/manifest.ts';

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'backup', source: 'backup' };

/**
 * The store of a service, from which nothing is removed while a backup is made (docs/rules/backups.md#removals): the backup
 * that holds it still needs what rows of a moment ago name. The sweep removes it later. Ask it to remove a file only after
 * the commit that takes the file away: so either the holder's moment is after that commit, or the removal sees the hold.
 */
export const heldByBackups = (files: FileStore, runner: Runner): FileStore => ({
  place: files.place,
  keep: (body, name) => files.keep(body, name),
  open: (name, range) => files.open(name, range),
  names: () => files.names(),
  async remove(name) {
    const isHeld = await runner.read(CONTEXT, (work) => work.of(BackupStore).isHeld({ now: work.now }));
    if (!isHeld) await files.remove(name);
  },
});

/** For how long a backup of which nothing is heard any more keeps removed files, in milliseconds. */
const LEASE_MS = 10 * MINUTE;
/** How often it is heard of. */
const RENEW_MS = MINUTE;

/** Sizes of a backup, as the database notes them: null for a part that was not copied. */
export type BackupFigures = Readonly<
  Pick<RowOf<'backups'>, 'database_bytes' | 'files' | 'file_bytes'> & { outcome: BackupOutcome }
>;

/**
 * Notes in the database that a backup is being made, and how it ended. Until then nobody removes a file, so that each one that
 * the copy of the database names can still be copied (docs/rules/backups.md#removals). A backup that is killed holds them for
 * ten minutes. Where the disk of the database takes no writes it is made all the same, unnoted: a full disk is when one is wanted.
 * No row goes meanwhile, and a file that goes nevertheless makes the backup a broken one.
 *
 * @param place where it will stand; `-` for an archive. @param make is given the id under which the database knows the backup.
 * @returns what was made, and whether it stands in the database.
 * @throws BackupRefused when another one is made, where the place itself cannot tell.
 */
export async function holdingRemovals<T extends { readonly figures: BackupFigures }>(
  runner: Runner,
  request: RequestContext<null>,
  { place, by }: { place: Pick<BackupPlace, 'path' | 'needsTurns'>; by: string | null },
  make: (id: string) => Promise<T>,
): Promise<T & { readonly isNoted: boolean }> {
  const id = newId();
  const context = { ...request, whileReadOnly: true };
  let isNoted = await unlessDiskFails(() =>
    runner.write(context, async (work) => {
      if (place.needsTurns && (await work.of(BackupStore).isHeld({ now: work.now })))
        throw new BackupRefused(
          'Another backup is being made, or was killed in the last ten minutes. Wait until it has ended.',
        );
      await work
        .of(BackupStore)
        .begin({ id, now: work.now, until: shifted(work.now, LEASE_MS), place: place.path, by });
    }),
  );
  const change = (changes: (now: Instant) => Parameters<BackupStore['change']>[1]) =>
    runner.write(context, (work) => work.of(BackupStore).change(id, changes(work.now)));
  const renew = () => change((now) => ({ held_until: shifted(now, LEASE_MS) }));
  // The database may not answer for a moment: the next renewal is in time.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS).unref();
  try {
    const made = await make(id);
    const end = () => change((ended_at) => ({ ended_at, ...made.figures }));
    isNoted = (await unlessDiskFails(end)) && isNoted;
    return { ...made, isNoted };
  } catch (error) {
    // The fault itself matters more than that it cannot be noted.
    await change((ended_at) => ({ ended_at, outcome: 'failed' })).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Writes, unless the disk of the database takes no writes. @returns whether it was written. */
async function unlessDiskFails(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDiskFault(error)) return false;
    throw error;
  }
}
