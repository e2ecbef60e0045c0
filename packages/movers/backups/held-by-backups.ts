import type { ByteRange, FileStore, KeptFile, OpenFile, RequestContext, Runner, StoredName } from '#platform';
import { BackupStore } from './backup-store.ts';

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

  keep(body: AsyncIterable<Uint8Array> | Uint8Array, name?: string): Promise<KeptFile> {
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
