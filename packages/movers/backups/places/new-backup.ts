import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Digest, digestOf, type Instant, syncFolder } from '#platform';
import { hashing } from '../../exports/open-format/format.ts';
import { BACKUP_PLACE, type BackupManifest, textOfManifest } from './manifest.ts';

/** 2026-11-22T03-00-00Z */
const nameOf = (at: Instant): string => `${at.slice(0, 19).replaceAll(':', '-')}Z`;

/** A backup that is being made, in a folder whose name says so. */
export class NewBackup {
  readonly #root: string;
  readonly #name: string;
  readonly #parts: Record<string, Digest> = {};

  private constructor(root: string, name: string) {
    this.#root = root;
    this.#name = name;
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

  get name(): string {
    return this.#name;
  }

  /** Where a file of it stands until it is finished. */
  pathOf(place: string): string {
    return join(this.#root, `${this.#name}.part`, place);
  }

  get parts(): Readonly<Record<string, Digest>> {
    return this.#parts;
  }

  /** A file was written: makes it durable, and reads it again. */
  async note(place: string): Promise<Digest> {
    await using file = await open(this.pathOf(place));
    await file.sync();
    const digest = await digestOf(createReadStream(this.pathOf(place)));
    this.#parts[place] = digest;
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
    const path = join(this.#root, manifest.problems.length === 0 ? this.#name : `${this.#name}-broken`);
    await rename(this.pathOf('.'), path);
    await syncFolder(this.#root);
    return path;
  }

  /** Leaves nothing of it, but for files that the next backup needs as well. */
  async abandon(): Promise<void> {
    await rm(this.pathOf('.'), { recursive: true, force: true });
  }
}
