import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarPacker, type TarPackController } from 'modern-tar';
import type { OpenFile } from './file-store.ts';

/** A file of an archive. `body` has exactly `size` bytes. */
export interface TarPart {
  readonly name: string;
  readonly size: number;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * A stored file in an archive. Who makes the archive may stop before it reads the file: then the file is closed all the
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
