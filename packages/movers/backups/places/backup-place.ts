import type { FileStore, Instant } from '#platform';
import type { FileLine } from './file-lines.ts';
import type { BackupManifest } from './manifest.ts';
import type { NewBackup } from './new-backup.ts';

/** The name of a backup, and of a broken one. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?(-broken)?$/;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** A backup among others. The manifest is null where it is missing or damaged. */
export interface FoundBackup {
  readonly name: string;
  readonly manifest: BackupManifest | null;
}

/** Where backups stand, in a folder or in a bucket. It grows by one after the other. */
export interface BackupPlace {
  /** What people call it. */
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
  backups(): Promise<FoundBackup[]>;
  /** What a backup says of the files of people. */
  linesOf(name: string): Promise<FileLine[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
