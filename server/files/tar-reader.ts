import { Readable } from 'node:stream';
import type { ReadableStream, TransformStream } from 'node:stream/web';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';

/** A file in an archive. Its body is read before the next one is asked for; what is not read is passed over. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** An archive that cannot be read to its end. */
export class ArchiveDamaged extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ArchiveDamaged';
  }
}

/**
 * The files of a tar archive, one after another. Folders are passed over.
 *
 * @throws ArchiveDamaged when the archive cannot be read, is damaged, ends in the middle, or has a link; so do its bodies.
 */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true }) as unknown as TransformStream<unknown, ParsedTarEntry>;
  for await (const { header, body } of failingAsDamaged(Readable.toWeb(archive).pipeThrough(decoder))) {
    if (header.type !== 'file' && header.type !== 'directory')
      throw new ArchiveDamaged(`${header.name} is no plain file`);
    let isRead = false;
    const once = async function* () {
      isRead = true;
      yield* failingAsDamaged(body as ReadableStream<Uint8Array>);
    };
    if (header.type === 'file') yield { name: header.name, size: header.size, body: once() };
    // It is read away. To cancel it stops modern-tar 0.8.6 for ever when the next entry is not there yet.
    if (!isRead) for await (const _ of failingAsDamaged(body as ReadableStream<Uint8Array>));
  }
}

async function* failingAsDamaged<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  const items = stream[Symbol.asyncIterator]();
  try {
    for (let next = await nextOf(items); !next.done; next = await nextOf(items)) yield next.value;
  } finally {
    await items.return?.();
  }
}

async function nextOf<T>(items: AsyncIterator<T>): Promise<IteratorResult<T>> {
  try {
    return await items.next();
  } catch (error) {
    throw new ArchiveDamaged(error);
  }
}
