import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type Config,
  digestIn,
  Failure,
  type FileStore,
  instant,
  type RequestContext,
  type Runner,
  THREAD_FLAGS,
} from '#platform';
import type { NamedFiles } from '../integrity/check-database.ts';
import { noteErasures } from '../privacy/erase-person.ts';
import { type CopiedDatabase, type CopiedFiles, copyDatabase, copyFiles } from './copy.ts';
import { type BackupFigures, holdingRemovals } from './hold-removals.ts';
import { type Keeping, keepBackups, type Remaining } from './keep-backups.ts';
import type { NewBackup } from './places/manifest.ts';
import { BACKUP_PLACE, type BackupManifest, type BackupPlace, BackupRefused, manifestOf } from './places/manifest.ts';
import { filesOfBackups, openBackups } from './places/open-backups.ts';

export interface BackupOrder {
  readonly config: Config;
  readonly place: string;
  readonly version: string;
  readonly by: string;
}

/** How a backup in a thread ended: null when it is whole, else what to say to operators. */
export type BackupEnd = string | null;

interface MakerParts {
  readonly config: Config;
  readonly version: string;
  readonly log: { info(words: string): void; error(what: object, words: string): void };
}

/** After so many seconds it may be asked again. */
const RETRY_AFTER = 30;

/**
 * Makes backups for the service, one at a time, in a thread of its own: copying a database keeps its thread until it is done,
 * and requests go on.
 */
export class BackupMaker {
  readonly #parts: MakerParts;
  #isRunning = false;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  get canMake(): boolean {
    return this.#parts.config.backupDir !== null;
  }

  /** Begins a backup. @throws Failure `no_backup_folder`, `service_unavailable` while another one is made. */
  begin(by: string): void {
    const { backupDir } = this.#parts.config;
    if (backupDir === null) throw new Failure('no_backup_folder');
    if (this.#isRunning)
      throw new Failure('service_unavailable', {
        message: 'A backup is being made; wait for as many seconds as Retry-After says.',
        retryAfter: RETRY_AFTER,
      });
    this.#isRunning = true;
    const { config, version, log } = this.#parts;
    const order: BackupOrder = { config, place: backupDir, version, by };
    const thread = new Worker(new URL('../../../bin/backup-thread.ts', import.meta.url), {
      workerData: order,
      execArgv: THREAD_FLAGS,
    });
    thread.on('message', (problem: BackupEnd) => {
      if (problem === null) log.info('made a backup');
      else log.error({ problem }, 'the backup is not whole');
    });
    thread.on('error', (error) => log.error({ err: error }, 'could not make a backup'));
    thread.once('exit', () => {
      this.#isRunning = false;
    });
    // It does not keep the process: what it leaves, the next backup removes.
    thread.unref();
  }
}

export interface BackupParts {
  readonly runner: Runner;
  readonly files: FileStore;
  /** Kwit's own. */
  readonly version: string;
  readonly dataDir: string;
}

export interface BackupContent {
  readonly database: boolean;
  /** Whether the keys of the service go along, where the data folder has them. */
  readonly secrets: boolean;
}

export interface BackupRequest extends BackupContent {
  /** The folder of backups, or the address of a bucket. */
  readonly place: string;
  readonly keeping: Keeping;
  /** The person who asked for it; null for a command. */
  readonly by: string | null;
}

export interface CopiedKwit {
  readonly figures: BackupFigures;
  readonly database: CopiedDatabase;
  readonly files: CopiedFiles;
  readonly secrets: 'kept' | 'left out' | 'elsewhere';
  readonly problems: readonly string[];
}

/** A database whose disk takes no writes does not know of its backup. */
export interface NotedCopy extends CopiedKwit {
  readonly isNoted: boolean;
}

export interface MadeBackup extends NotedCopy {
  readonly path: string;
  readonly remaining: Remaining;
  /** Names of unfinished backups that were removed. */
  readonly removed: readonly string[];
}

/**
 * Makes a backup beside a running service (docs/rules/backups.md#making-one): a copy of the database, then of the files that it
 * names, and the keys. It reads all of it again, and writes the manifest last.
 *
 * @throws BackupRefused when the folder cannot be used, or another backup is being made in it.
 */
export async function makeBackup(
  parts: BackupParts,
  context: RequestContext<null>,
  request: BackupRequest,
): Promise<MadeBackup> {
  if (filesOfBackups(request.place).place === parts.files.place)
    throw new BackupRefused(
      `Kwit keeps its own files in ${request.place}: old backups would take them along when they go. Name another place.`,
    );
  const place = await openBackups(request.place);
  try {
    return await holdingRemovals(parts.runner, context, { place, by: request.by }, async (id) => {
      const removed = await place.removeUnfinished();
      const made = await makeIn(place, parts, context, { ...request, id });
      return { ...made, removed, remaining: await keepBackups(place, request.keeping) };
    });
  } finally {
    await place.close();
  }
}

async function makeIn(
  place: BackupPlace,
  parts: BackupParts,
  context: RequestContext<null>,
  request: BackupRequest & { id: string },
): Promise<CopiedKwit & Pick<MadeBackup, 'path'>> {
  const backup = await place.begin(instant(parts.runner.clock.now()));
  try {
    const database = await copyDatabase(parts.runner, context, backup, request);
    await noteErasures(place.path, database.erasures);
    const files = await copyFiles(await withPictures(database.named, parts.files), parts.files, place.files);
    const secrets = await copySecrets(backup, parts.dataDir, request);
    const copied = copiedKwit(database, files, secrets);
    await backup.write(BACKUP_PLACE.files, fileLines(files));
    const manifest = manifestOfCopy(copied, backup, { id: request.id, kwit: parts.version });
    return { ...copied, path: await place.take(await backup.finish(manifest), manifest) };
  } catch (error) {
    await backup.abandon();
    throw error;
  }
}

export function copiedKwit(database: CopiedDatabase, files: CopiedFiles, secrets: CopiedKwit['secrets']): CopiedKwit {
  const problems = [...database.checks.flatMap((checked) => checked.problems), ...files.problems];
  const outcome = problems.length === 0 ? 'whole' : 'broken';
  const figures = {
    outcome,
    database_bytes: database.bytes,
    files: files.lines.length,
    file_bytes: files.bytes,
  } as const;
  return { figures, database, files, secrets, problems };
}

/** The manifest of what was copied, once its other parts are written. */
export function manifestOfCopy(
  { database: copied, files, problems }: CopiedKwit,
  { parts }: NewBackup,
  about: Pick<BackupManifest, 'id' | 'kwit'>,
): BackupManifest {
  const { named: _, checks: __, bytes: ___, madeAt, olderVersion, ...more } = copied;
  const { id, kwit } = about;
  const held = { count: files.lines.length, bytes: files.bytes };
  const of = olderVersion === null ? {} : { database_of: olderVersion };
  return manifestOf({ id, kwit, made_at: madeAt, ...of, ...more, parts, files: held, problems: [...problems] });
}

export const fileLines = function* ({ lines }: CopiedFiles): Generator<string> {
  for (const { name, size, sha256 } of lines) yield `${JSON.stringify({ name, size, sha256 })}\n`;
};

/** No row tells what a picture is: it has to be what it is now. */
async function withPictures(named: NamedFiles, files: FileStore): Promise<NamedFiles> {
  const digests = new Map(named);
  for (const [name, digest] of named) {
    const picture = digest ?? (await digestIn(files, name));
    if (picture !== null) digests.set(name, picture);
  }
  return digests;
}

/** Copies the keys where the data folder has them. */
export async function copySecrets(
  backup: NewBackup,
  dataDir: string,
  content: Pick<BackupContent, 'secrets'>,
): Promise<CopiedKwit['secrets']> {
  if (!content.secrets) return 'left out';
  try {
    await copyFile(join(dataDir, BACKUP_PLACE.secrets), backup.pathOf(BACKUP_PLACE.secrets));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(backup.pathOf(BACKUP_PLACE.secrets), { force: true });
    return 'elsewhere';
  }
  await backup.note(BACKUP_PLACE.secrets);
  return 'kept';
}
