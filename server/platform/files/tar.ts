import { Readable } from 'node:stream';
import type { ReadableStream, TransformStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, type ParsedTarEntry, type TarPackController } from 'modern-tar';
import type { OpenFile } from './file-store.ts';

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
  try {
    yield* stream;
  } catch (error) {
    throw new ArchiveDamaged(error);
  }
}

/** A file of an archive. `body` has exactly `size` bytes. */
export interface TarPart {
  readonly name: string;
  readonly size: number;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * A stored file in an archive. The maker of the archive may stop before it reads the file: then the file is closed all the
 * same, because Node ends a process whose open file the garbage collector finds.
 */
export async function* partOf({
  name,
  file,
  body = file.stream,
}: {
  readonly name: string;
  readonly file: OpenFile;
  readonly body?: AsyncIterable<Uint8Array>;
}): AsyncGenerator<TarPart> {
  try {
    yield { name, size: file.size, body };
  } finally {
    file.stream.destroy();
  }
}

/** Every file of an archive has this date, so that the same files make the same bytes. */
const UNDATED = new Date(0);

/** A tar archive of these files, made as it is read. It fails as its files fail; who reads no further destroys it. */
export function tarOf(parts: AsyncIterable<TarPart>): Readable {
  const { readable, controller } = createTarPacker();
  pack(parts, controller).catch((error: unknown) => controller.error(error));
  return Readable.fromWeb(readable as ReadableStream<Uint8Array>);
}

async function pack(parts: AsyncIterable<TarPart>, controller: TarPackController): Promise<void> {
  for await (const { name, size, body } of parts) {
    const file = controller.add({ name, size, mtime: UNDATED, mode: 0o600, type: 'file' }).getWriter();
    for await (const chunk of body instanceof Uint8Array ? [body] : body) await file.write(chunk);
    await file.close();
  }
  controller.finalize();
}
