import type { Backups } from '#contract/backups.ts';
import { DAY, type Instant, type StaleRows, shifted, type Work } from '#platform';
import { readSetting } from '#settings';
import { TableImportStore } from '../imports/uploaded/table-import-store.ts';
import { BackupStore } from './backup-store.ts';
import type { BackupManifest, BackupPlace } from './places/manifest.ts';

/** How many backups stay: the newest ones, and besides them the newest of each of so many weeks. */
export interface Keeping {
  readonly last: number;
  readonly weekly: number;
}

export const USUAL_KEEPING: Keeping = { last: 7, weekly: 4 };

interface Dated {
  readonly name: string;
  readonly at: Instant;
  readonly isWhole: boolean;
}

/**
 * The names of the backups that stay no longer. Only whole ones count. A broken one goes when it is older than the oldest that
 * stays: until then somebody may look what is wrong with it.
 *
 * @param backups in any order.
 */
function goneAfter(backups: readonly Dated[], { last, weekly }: Keeping): string[] {
  const newestFirst = backups.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.name < b.name ? 1 : -1));
  const whole = newestFirst.filter(({ isWhole }) => isWhole);
  const newestOfWeek = new Map<number, Dated>();
  for (const backup of whole.toReversed()) newestOfWeek.set(weekOf(backup.at), backup);
  const weeks = [...newestOfWeek].toSorted(([a], [b]) => b - a).slice(0, weekly);
  const remaining = new Set([...whole.slice(0, last), ...weeks.map(([, backup]) => backup)]);
  const oldest = whole.findLast((backup) => remaining.has(backup));
  return newestFirst
    .filter((backup) => (backup.isWhole ? !remaining.has(backup) : oldest !== undefined && backup.at < oldest.at))
    .map(({ name }) => name);
}

/** Counts weeks, which begin on Monday, UTC. 1970 began on a Thursday. */
const weekOf = (at: Instant): number => Math.floor((Date.parse(at) / DAY + 3) / 7);

export interface Remaining {
  readonly there: number;
  readonly removed: number;
}

/** Removes the backups that stay no longer, and the files of people that no other backup names. */
export async function keepBackups(place: BackupPlace, keeping: Keeping): Promise<Remaining> {
  const listed = await place.backups();
  const backups = listed.flatMap(({ name, manifest }) => (manifest === null ? [] : [{ name, manifest }]));
  const isOfFiles = ({ manifest }: KeptBackup) => manifest.database === null;
  // A backup of files alone pushes none of a database out.
  const kinds = [backups.filter(isOfFiles), backups.filter((backup) => !isOfFiles(backup))];
  const gone = new Set(kinds.flatMap((kind) => goneAfter(kind.map(datedOf), keeping)));
  for (const name of gone) await place.remove(name);
  const left = backups.filter(({ name }) => !gone.has(name));
  // Nobody knows which files one with a damaged manifest needs.
  if (gone.size > 0 && backups.length === listed.length) await removeUnnamed(place, left);
  return { there: left.filter(({ manifest }) => manifest.problems.length === 0).length, removed: gone.size };
}

interface KeptBackup {
  readonly name: string;
  readonly manifest: BackupManifest;
}

const datedOf = ({ name, manifest }: KeptBackup): Dated => ({
  name,
  at: manifest.made_at,
  isWhole: manifest.problems.length === 0,
});

async function removeUnnamed(place: BackupPlace, left: readonly KeptBackup[]): Promise<void> {
  const named = new Set<string>();
  for (const backup of left) for (const { name } of await place.linesOf(backup.name)) named.add(name);
  for await (const { name } of place.files.names()) if (!named.has(name)) await place.files.remove(name);
}

const SHOWN = 20;

/** GET /api/backups. @param canMake whether the service has a folder for them. */
export async function listBackups(work: Work, canMake: boolean): Promise<Backups> {
  const last = await work.of(BackupStore).lastWhole();
  const days = await readSetting(work, 'backup_expected_days');
  const newest = await work.of(BackupStore).newest({ limit: SHOWN });
  return {
    last_backup_at: last,
    can_make: canMake,
    is_late: days !== null && (last === null || last < shifted(work.now, -days * DAY)),
    backups: newest.map(({ held_until, ...backup }) => ({
      ...backup,
      is_running: backup.ended_at === null && held_until > work.now,
    })),
  };
}

/** Backups of 400 days ago, and tables that were uploaded to be imported. */
export const staleMoves: StaleRows = {
  backups: (work, most) => work.of(BackupStore).forgetBefore({ before: shifted(work.now, -400 * DAY), most }),
  'tables to import': (work, most) =>
    work.of(TableImportStore).forgetWaiting({ before: shifted(work.now, -DAY), most }),
  'imported tables': (work, most) =>
    work.of(TableImportStore).forgetEnded({ before: shifted(work.now, -7 * DAY), most }),
};
