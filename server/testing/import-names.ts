/** The meaning of import names: a path beside the file, a module's doors as `#people` and `#people/serving`, a file as `#contract/words.ts`. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const NAMES: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).imports;

/** The file that an import of the file at `path` names, from the root of the project; a package by its name. */
export function importedFile(name: string, path: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(path), name));
  for (const [pattern, place] of Object.entries(NAMES)) {
    const [before = '', after = ''] = pattern.split('*');
    if (name === pattern) return normalize(place);
    if (pattern.includes('*') && name.startsWith(before) && name.endsWith(after))
      return normalize(place.replace('*', name.slice(before.length, name.length - after.length)));
  }
  return name;
}
