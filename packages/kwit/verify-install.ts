import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const MANIFEST = 'MANIFEST';

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The files of a folder, by their path within it, sorted. */
export const filesWithin = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** The lines of a manifest: SHA-256 and path of each file, as `sha256sum` writes them. */
export const manifestOf = (folder: string): string =>
  filesWithin(folder)
    .filter((path) => path !== MANIFEST)
    .map((path) => `${digestOf(join(folder, path))}  ${path}\n`)
    .join('');

/**
 * Compares an installation with its manifest.
 *
 * @returns a sentence for each file that is missing, differs or was added; null where there is no manifest: Kwit runs from a clone.
 */
export function compareWithManifest(folder: string): string[] | null {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const released = new Map(lines.map((line): [name: string, digest: string] => [line.slice(66), line.slice(0, 64)]));
  const problems = [...released].flatMap(([name, digest]) => {
    if (!existsSync(join(folder, name))) return [`${name} is missing.`];
    return digestOf(join(folder, name)) === digest ? [] : [`${name} is not as it was released.`];
  });
  const added = filesWithin(folder).filter((name) => name !== MANIFEST && !released.has(name));
  return [...problems, ...added.map((name) => `${name} was added.`)];
}
