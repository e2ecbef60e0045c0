import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '#platform';
import { BACKUP_PLACE } from './manifest.ts';

/** A file of a backup, as a line of `files.ndjson`. */
export interface FileLine extends Digest {
  readonly name: string;
}

/** What a backup in a folder says of the files of people. */
export const linesIn = async (folder: string): Promise<FileLine[]> =>
  linesOfText(await readFile(join(folder, BACKUP_PLACE.files), 'utf8'));

export const linesOfText = (text: string): FileLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
