import { type FileHandle, mkdtempDisposable, open } from 'node:fs/promises';
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
  /** How many bytes stand there. */
  size = 0;
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async begin(): Promise<SpooledRows> {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'kwit-export-'));
    return new SpooledRows(await open(join(folder.path, 'rows'), 'wx+', 0o600));
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.size);
      done += bytesWritten;
      this.size += bytesWritten;
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
