import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BuiltPage {
  /** The strong entity tag of its content. */
  readonly tag: string;
  readonly plain: Buffer;
  /** As the build has compressed it, by the name of the encoding, the smallest first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the page of the built web app. Every visit asks for it, so the service keeps it in memory.
 *
 * @param folder the output of the build.
 */
export function readBuiltPage(folder: string): BuiltPage {
  const path = join(folder, 'index.html');
  const plain = readFileSync(path);
  return {
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    compressed: new Map(
      Object.entries(ENDINGS).flatMap(([encoding, ending]) =>
        existsSync(path + ending) ? [[encoding, readFileSync(path + ending)] as const] : [],
      ),
    ),
  };
}
