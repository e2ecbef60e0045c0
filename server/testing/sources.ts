/** The project's sources as the parser of its build reads them. Tests of the architecture look at these. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseResult, parseSync } from 'vite';
import { importedFile } from './import-names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** A path of the project, or the name of a package. */
  readonly to: string;
  /** Only types come from there, so that nothing is left of it at run time. */
  readonly isType: boolean;
}

export interface Source {
  /** From the root of the project, as `server/platform/clock.ts`. */
  readonly path: string;
  readonly text: string;
  readonly program: ParseResult['program'];
  /** Its imports, and what it exports of them again. */
  readonly imports: readonly Import[];
  /** Its own exports, each name once. */
  readonly exported: readonly string[];
}

/** The sources that match, without tests and what only tests use. */
export const sourcesOf = (...patterns: readonly string[]): readonly Source[] =>
  globSync([...patterns], { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path) && !/^(server|web\/src)\/testing\//.test(path))
    .sort()
    .map(read);

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const parsed = parseSync(path, text);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const target = (name: string) => importedFile(name, path);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  return {
    path,
    text,
    // The tree is made when it is asked for, which takes longer than all the rest.
    get program() {
      return parsed.program;
    },
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        to: target(moduleRequest.value),
        isType: entries.length > 0 && entries.every(({ isType }) => isType),
      })),
      ...exports.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ to: target(moduleRequest.value), isType }],
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        to: target(text.slice(start + 1, end - 1)),
        isType: false,
      })),
    ],
    exported: [
      ...new Set(
        exports.flatMap(({ moduleRequest, exportName }) =>
          moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
        ),
      ),
    ],
  };
}
