/** Which tests ask for a database. What any other test says is the same on each of them, so that a check runs it once. */
import { existsSync, readFileSync } from 'node:fs';
import { importedFile } from './import-names.ts';

/** Only by this file a test knows on which database it is to run. */
const DATABASES = 'server/testing/databases.ts';
/** Whatever is written as a path of another file: what a test imports, and what it starts as a process. */
const NAMED = /['"`](\.{1,2}\/[^'"`\n]+\.m?ts|#[a-z][\w./-]*)['"`]/g;

const namedBy = new Map<string, readonly string[]>();

function filesNamedIn(file: string): readonly string[] {
  const names = namedBy.get(file);
  if (names) return names;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const named = [...text.matchAll(NAMED)].map(([, path = '']) => importedFile(path, file));
  namedBy.set(file, named);
  return named;
}

/** Whether a file leads to the one that knows the databases. Paths begin at the root of the project. */
export function asksForDatabase(file: string): boolean {
  const reached = new Set([file]);
  for (const path of reached) for (const named of filesNamedIn(path)) reached.add(named);
  return reached.has(DATABASES);
}
