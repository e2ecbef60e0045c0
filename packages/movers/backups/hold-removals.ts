import type { BackupOutcome } from '#contract/words.ts';
import {
  type ByteRange,
  type FileStore,
  isDiskFault,
  MINUTE,
  newId,
  type OpenFile,
  type RequestContext,
  type Runner,
  type StoredFile,
  type StoredName,
  shifted,
} from '#platform';
import { BackupStore } from './backup-store.ts';
import { type BackupPlace, BackupRefused } from './places/manifest.ts';

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'backup', source: 'backup' };

/** The store of a service, from which nothing is removed while a backup is made (docs/rules/backups.md#removals). */
export const heldByBackups = (files: FileStore, runner: Runner): FileStore =>
  new HeldFileStore(files, () => runner.read(CONTEXT, (work) => work.of(BackupStore).isHeld(work.now)));

/**
 * A store that removes nothing while it is held: the backup that holds it still needs what rows of a moment ago name. The sweep
 * removes it later. Ask it to remove a file only after the commit that takes the file away: so either the holder's moment is
 * after that commit, or the removal sees the hold.
 */
class HeldFileStore implements FileStore {
  readonly #files: FileStore;
  readonly #isHeld: () => Promise<boolean>;

  constructor(files: FileStore, isHeld: () => Promise<boolean>) {
    this.#files = files;
    this.#isHeld = isHeld;
  }

  get place(): string {
    return this.#files.place;
  }

  keep(body: AsyncIterable<Uint8Array> | Uint8Array, name?: string): Promise<StoredFile> {
    return this.#files.keep(body, name);
  }

  open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    return this.#files.open(name, range);
  }

  async remove(name: string): Promise<void> {
    if (!(await this.#isHeld())) await this.#files.remove(name);
  }

  names(): AsyncIterable<StoredName> {
    return this.#files.names();
  }
}

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
 * ten minutes. Where the disk of the database takes no writes it is made all the same, unnoted: a full disk is when one is wanted.
 * No row goes meanwhile, and a file that goes nevertheless makes the backup a broken one.
 *
 * @returns what was made, and whether it stands in the database.
 * @param place where it will stand; `-` for an archive.
 * @throws BackupRefused when another one is made, where the place itself cannot tell.
 */
export async function holdingRemovals<T extends Made>(
  runner: Runner,
  context: RequestContext<null>,
  { place, by }: { place: Pick<BackupPlace, 'path' | 'needsTurns'>; by: string | null },
  make: Make<T>,
): Promise<T & { readonly isNoted: boolean }> {
  const id = newId();
  let isNoted = await unlessDiskFails(() =>
    runner.write(context, async (work) => {
      if (place.needsTurns && (await work.of(BackupStore).isHeld(work.now)))
        throw new BackupRefused(
          'Another backup is being made, or was killed in the last ten minutes. Wait until it has ended.',
        );
      await work
        .of(BackupStore)
        .begin({ id, now: work.now, until: shifted(work.now, LEASE_MS), place: place.path, by });
    }),
  );
  const renew = () => runner.write(context, (work) => work.of(BackupStore).renew(id, shifted(work.now, LEASE_MS)));
  // The database may not answer for a moment: the next renewal is in time.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS).unref();
  try {
    const made = await make(id);
    const { figures } = made;
    const end = () => runner.write(context, (work) => work.of(BackupStore).end({ id, now: work.now, ...figures }));
    isNoted = (await unlessDiskFails(end)) && isNoted;
    return { ...made, isNoted };
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
