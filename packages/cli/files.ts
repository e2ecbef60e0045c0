import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { NamedBlob } from '@kwit/client';
import { UsageError } from './exit.ts';

/** Reads a file that somebody names. @throws UsageError when it cannot be read. */
export function readNamedFile(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The files that `--file` names. @throws UsageError for one that cannot be read. */
export const filesAt = (paths: readonly string[] = []): NamedBlob[] =>
  paths.map((path) => ({ name: basename(path), blob: new Blob([readNamedFile(path)]) }));

export const FILE_OPTION = {
  file: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'file',
    about: 'Goes with it; may be given more than once.',
  },
} as const;
