/** The meaning of import names: a path beside the file, a module's door as `#people`, a file as `#contract/words.ts`. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const NAMES: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).imports;

/** The file that an import of the file at `path` names, from the root of the project; a package by its name. */
export function importedFile(name: string, path: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(path), name));
  const isMeant = (key: string) => name === key || (key.endsWith('*') && name.startsWith(key.slice(0, -1)));
  const [pattern, place] = Object.entries(NAMES).find(([key]) => isMeant(key)) ?? [];
  if (pattern === undefined || place === undefined) return name;
  return normalize(place.replace('*', name.slice(pattern.length - 1)));
}
