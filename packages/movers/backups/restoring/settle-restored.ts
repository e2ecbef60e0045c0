import { findUser } from '#people';
import { type Actor, contextOf, Failure, type SettingsSource, type Work } from '#platform';
import { erasePerson, type PastErasure } from '../../privacy/erase-person.ts';
import type { BackupManifest } from '../places/manifest.ts';
import { RestoredStore } from './restored-store.ts';

/** A restore writes before the switch of `kwit read-only` has come back, and where it came back as on. */
export const RESTORING = { ...contextOf('restore'), whileReadOnly: true };

export interface Settling {
  /** Whether what waited to be sent then is sent now. */
  readonly resends: boolean;
  readonly signsEveryoneOut: boolean;
  readonly erasures: readonly PastErasure[];
  readonly source: SettingsSource;
}

export interface SettledRestore {
  /** Events of which nobody is told; null when they are. */
  readonly notSent: number | null;
  /** Sessions and tokens that ended; null when they go on. */
  readonly signedOut: number | null;
  readonly erased: number;
  /** People who could not be erased: nobody would be left to administer Kwit. */
  readonly unerased: readonly string[];
  /** Stored names of files that no row names now. */
  readonly files: readonly string[];
}

/** Brings a restored database into a state with which a service may go on (docs/rules/backups.md#after-a-restore). */
export async function settleRestored(
  work: Work<Actor>,
  { id, made_at }: BackupManifest,
  { resends, signsEveryoneOut, erasures, source }: Settling,
): Promise<SettledRestore> {
  await work.of(RestoredStore).knowBackup(id, made_at);
  const [files, unerased]: [string[], string[]] = [[], []];
  let erased = 0;
  for (const { id: person, texts, answers } of erasures) {
    if ((await findUser(work, person)) === undefined) continue;
    try {
      files.push(...(await erasePerson(work, source, person, { texts, answers })));
      erased += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      unerased.push(person);
    }
  }
  const signedOut = signsEveryoneOut ? await work.of(RestoredStore).signEveryoneOut(work.now) : null;
  const notSent = resends ? null : await work.of(RestoredStore).sendNothing(work.now);
  return { notSent, signedOut, erased, unerased, files };
}

/** Erasures that the backup does not know of, each once; the last word about a person holds. */
export function erasuresSince(
  { made_at, erasures: knownErasures }: BackupManifest,
  all: readonly PastErasure[],
): readonly PastErasure[] {
  const done = new Set(knownErasures.map(({ id }) => id));
  const since = all.filter(({ id, at }) => at >= made_at && !done.has(id));
  return [...new Map(since.map((erasure) => [erasure.id, erasure])).values()];
}
