import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest, Instant } from '#platform';
import type { PastErasure } from '../../privacy/erasure-list.ts';
import { BackupRefused } from './backup-refused.ts';

const FORMAT = 'kwit-backup';
const VERSION = 1;

/** The files of a backup. */
export const BACKUP_PLACE = {
  manifest: 'manifest.json',
  database: 'kwit.db',
  secrets: 'secrets.json',
  /** One line for each file that a row names. */
  files: 'files.ndjson',
  rows: (table: string) => `tables/${table}.ndjson`,
} as const;

/** Every place that a part can have. */
const PLACE = /^(kwit\.db|secrets\.json|files\.ndjson|tables\/[a-z_]+\.ndjson)$/;

/** What a backup is. It is written last: a folder without one is no backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The backup's id, under which the database knows it. */
  readonly id: string;
  /** The version of Kwit that made it. */
  readonly kwit: string;
  /** The moment whose state it has. */
  readonly made_at: Instant;
  /** Null when it has files alone. */
  readonly database: string | null;
  /** Every change of the schema that the database had. */
  readonly migrations: readonly string[];
  readonly tickets: number;
  /** The position of the newest event. */
  readonly events: number;
  /** Its files besides those that people sent, by their places. */
  readonly parts: Readonly<Record<string, Digest>>;
  /** The columns of each table and their types, where rows are kept as text. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Who had been erased by then, by ids alone. */
  readonly erasures: readonly PastErasure[];
  /** What is wrong with it; nothing when it is whole. */
  readonly problems: readonly string[];
}

export const manifestOf = (about: Omit<BackupManifest, 'format' | 'version'>): BackupManifest => ({
  format: FORMAT,
  version: VERSION,
  ...about,
});

/** The text of a manifest, which has its own SHA-256, so that a change of any byte is found. */
export function textOfManifest(manifest: BackupManifest): string {
  const sha256 = hash('sha256', JSON.stringify(manifest));
  return `${JSON.stringify({ ...manifest, sha256 }, null, 2)}\n`;
}

/** @throws BackupRefused when there is none, it was changed, or made by a newer Kwit. */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, BACKUP_PLACE.manifest);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw noBackup(folder);
    throw error;
  });
  return manifestFrom(text, path);
}

export const noBackup = (place: string) =>
  new BackupRefused(`${place} is no backup: it has no ${BACKUP_PLACE.manifest}.`);

/** @param path the file, for what is said. @throws BackupRefused as `readBackupManifest`. */
export function manifestFrom(text: string, path: string): BackupManifest {
  const damaged = new BackupRefused(`${path} is no manifest of a backup, or was changed: its SHA-256 is another.`);
  let found: Partial<BackupManifest> & { sha256?: string };
  try {
    found = Object(JSON.parse(text));
  } catch {
    throw damaged;
  }
  const { sha256: _, ...rest } = found;
  if (rest.format !== FORMAT) throw damaged;
  if (Number(rest.version) > VERSION)
    throw new BackupRefused(`${path} was made by a newer Kwit (${String(rest.kwit)}). Update this Kwit first.`);
  // Each place is one of ours: nothing outside the folder of the backup.
  if (!Object.keys(Object(rest.parts)).every((place) => PLACE.test(place))) throw damaged;
  // What this Kwit would write of it is what stands there, to the byte.
  const manifest = rest as BackupManifest;
  if (textOfManifest(manifest) !== text) throw damaged;
  return manifest;
}
