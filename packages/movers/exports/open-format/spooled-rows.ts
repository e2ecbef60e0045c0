import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = 256 * 1024;

/** Where something stands, in bytes. */
export interface Place {
  readonly start: number;
  readonly bytes: number;
}

/**
 * Rows between the moment in which they were read and their way to a reader, however slow: no transaction waits for them. They stand in
 * the folder for temporary files, in a file that has no name, so that nothing of them is left, whatever ends the process.
 */
export class SpooledRows {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async begin(): Promise<SpooledRows> {
    const folder = await mkdtemp(join(tmpdir(), 'kwit-export-'));
    try {
      return new SpooledRows(await open(join(folder, 'rows'), 'wx+', 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  get size(): number {
    return this.#size;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#size);
      done += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  async *read({ start, bytes }: Place): AsyncGenerator<Uint8Array> {
    for (let at = start; at < start + bytes; ) {
      const length = Math.min(PIECE, start + bytes - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) throw new Error('The spooled rows of an export end too early.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
