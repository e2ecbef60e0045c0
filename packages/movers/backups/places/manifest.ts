import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Digest, digestOf, type FileStore, type Instant, syncFolder } from '#platform';
import type { COLUMN_TYPES } from '#records';
import { hashing } from '../../exports/open-format/format.ts';

const FORMAT = 'kwit-backup';
const VERSION = 1;

export const BACKUP_PLACE = {
  manifest: 'manifest.json',
  database: 'kwit.db',
  secrets: 'secrets.json',
  /** One line for each file that a row names. */
  files: 'files.ndjson',
  rows: (table: string) => `tables/${table}.ndjson`,
} as const;

/** The places of its files: each is one of ours, nothing outside the backup's folder. */
const PLACES = /^(kwit\.db|secrets\.json|files\.ndjson|tables\/[a-z_]+\.ndjson)$/;

/** The manifest is written last: a folder without one is no backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The backup's id, under which the database knows it. */
  readonly id: string;
  readonly kwit: string;
  /** The version that its database was brought to last, where that is an older one than Kwit's own. */
  readonly database_of?: string;
  /** The moment whose state it has. */
  readonly made_at: Instant;
  /** Null when it has files alone. */
  readonly database: 'sqlite' | 'postgres' | null;
  /** Every change of the schema that the database had. */
  readonly migrations: readonly string[];
  readonly tickets: number;
  /** The position of the newest event. */
  readonly events: number;
  /** Its files besides those that people sent, by their places. */
  readonly parts: Readonly<Record<string, Digest>>;
  /** The columns of each table and their types, where rows are kept as text. */
  readonly columns: Record<string, Record<string, (typeof COLUMN_TYPES)[number]>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** People who had been erased by then, by ids alone. */
  readonly erasures: readonly {
    readonly id: string;
    readonly at: Instant;
    readonly texts: boolean;
    readonly answers: boolean;
  }[];
  /** A sentence for each fault of it; none when it is whole. */
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
  let written: Partial<BackupManifest> & { readonly sha256?: string };
  try {
    written = Object(JSON.parse(text));
  } catch {
    throw damaged;
  }
  const { sha256: _, ...manifest } = written;
  const { format, version, kwit, parts = {} } = manifest;
  if (format !== FORMAT) throw damaged;
  if (Number(version) > VERSION)
    throw new BackupRefused(`${path} was made by a newer Kwit (${String(kwit)}). Update this Kwit first.`);
  // This Kwit would write the very same bytes of it.
  const whole = manifest as BackupManifest;
  if (!Object.keys(parts).every((place) => PLACES.test(place)) || textOfManifest(whole) !== text) throw damaged;
  return whole;
}

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?(-broken)?$/;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** A backup among others. The manifest is null where it is missing or damaged. */
export interface ListedBackup {
  readonly name: string;
  readonly manifest: BackupManifest | null;
}

/** Where backups stand, in a folder or in a bucket. It grows by one after the other. */
export interface BackupPlace {
  readonly path: string;
  /** The files that people sent, of all backups together. */
  readonly files: FileStore;
  /** Whether nothing but the database can tell that another backup is being made in it. */
  readonly needsTurns: boolean;
  /** Removes what backups left that were killed. @returns their names. */
  removeUnfinished(): Promise<string[]>;
  /** Begins the backup of a moment, in a folder. */
  begin(at: Instant): Promise<NewBackup>;
  /** Takes a backup that was finished in its folder. @returns where it stands now. */
  take(finished: string, manifest: BackupManifest): Promise<string>;
  /** Oldest first. */
  backups(): Promise<ListedBackup[]>;
  linesOf(name: string): Promise<FileLine[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A backup cannot be made or read as somebody asked, and nothing was changed. The message says why and what to do. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}

/** A file of a backup, as a line of `files.ndjson`. */
export interface FileLine extends Digest {
  readonly name: string;
}

export const linesIn = async (folder: string): Promise<FileLine[]> =>
  linesOfText(await readFile(join(folder, BACKUP_PLACE.files), 'utf8'));

export const linesOfText = (text: string): FileLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** 2026-11-22T03-00-00Z */
const nameOf = (at: Instant): string => `${at.slice(0, 19).replaceAll(':', '-')}Z`;

/** A backup that is being made, in a folder whose name says so. */
export class NewBackup {
  readonly name: string;
  readonly parts: Record<string, Digest> = {};
  readonly #root: string;

  private constructor(root: string, name: string) {
    this.#root = root;
    this.name = name;
  }

  /** Begins the backup of a moment in a folder. @param others the names of backups, of which it gets none. */
  static async begin(root: string, at: Instant, others: Iterable<string>): Promise<NewBackup> {
    const taken = new Set([...others].map((name) => name.replace(/(-broken|\.part)$/, '')));
    const first = nameOf(at);
    let name = first;
    for (let count = 2; taken.has(name); count++) name = `${first}-${count}`;
    await mkdir(join(root, `${name}.part`), { mode: 0o700 });
    return new NewBackup(root, name);
  }

  /** Where a file of it stands until it is finished. */
  pathOf(place: string): string {
    return join(this.#root, `${this.name}.part`, place);
  }

  /** A file was written: makes it durable, and reads it again. */
  async note(place: string): Promise<Digest> {
    await using file = await open(this.pathOf(place));
    await file.sync();
    const digest = await digestOf(createReadStream(this.pathOf(place)));
    this.parts[place] = digest;
    return digest;
  }

  /** @throws Error when the disk does not have what was written. */
  async write(place: string, content: string | Iterable<string> | AsyncIterable<Uint8Array>): Promise<Digest> {
    const path = this.pathOf(place);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const parts: Iterable<string> | AsyncIterable<Uint8Array> = typeof content === 'string' ? [content] : content;
    await pipeline(hashing<string | Uint8Array>(parts, hash), createWriteStream(path, { mode: 0o600 }));
    const digest = await this.note(place);
    if (digest.sha256 !== hash.digest('hex')) throw new Error(`${path} is not what was written.`);
    return digest;
  }

  /** Writes the manifest, and gives the backup its name. @returns its path. */
  async finish(manifest: BackupManifest): Promise<string> {
    await this.write(BACKUP_PLACE.manifest, textOfManifest(manifest));
    await syncFolder(this.pathOf('.'));
    const path = join(this.#root, manifest.problems.length === 0 ? this.name : `${this.name}-broken`);
    await rename(this.pathOf('.'), path);
    await syncFolder(this.#root);
    return path;
  }

  /** Leaves nothing of it, but for files that the next backup needs as well. */
  async abandon(): Promise<void> {
    await rm(this.pathOf('.'), { recursive: true, force: true });
  }
}
