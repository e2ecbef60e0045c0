import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The sources of all that runs: server, contract, and the commands of server and people. */
const SOURCES = [
  'bin/{kwit,backup-thread,import-thread}.ts',
  'contract/**/*.ts',
  'server/**/*.ts',
  'packages/client/*.ts',
  'packages/cli/**/*.ts',
  'packages/kwit/*.ts',
  'packages/markdown/*.ts',
  'packages/movers/**/*.ts',
];
const LEFT_OUT = [
  '**/*.test.ts',
  '**/testing/**',
  '**/dist/**',
  '**/node_modules/**',
  '**/{bundle,compile,interface,write-interface}.ts',
];
/** Files that the code reads, and what people read. */
const BESIDES = ['server/**/*.{txt,mjs}', 'docs/{rules,operating}/**/*.{md,yml,yaml,cfg,json}', 'docs/*.md'];
const AT_TOP = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'UPGRADING.json', '.npmrc'];

/** A file that another one names: an import, or a thread. */
const NAMED_FILE = /(?<=['"`](?:\.{1,2}\/|#)[^'"`\n]*)\.ts(?=['"`])/g;
const CLIENT = /(?<=from ')@kwit\/client(?=')/g;

/** The JavaScript of a source, which names the JavaScript of others. */
function compiledSource(path: string): string {
  const source = stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8'));
  return source
    .replace(NAMED_FILE, '.js')
    .replace(CLIENT, `./${relative(dirname(path), 'packages/client/index.js')}`.replace('./../', '../'));
}

const files = (patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: LEFT_OUT })).sort();

/**
 * Writes Kwit as JavaScript into an empty folder, without libraries: Node runs no TypeScript under `node_modules`.
 * `packages/client` and `web/dist` have been built.
 */
export function compileInto(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of files(SOURCES)) write(path.replace(/\.ts$/, '.js'), compiledSource(path));
  for (const path of [...files(BESIDES), ...AT_TOP]) write(path, readFileSync(join(ROOT, path), 'utf8'));
  cpSync(join(ROOT, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
}

type Json = Record<string, unknown>;
const readJson = (path: string): Json => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Json;

/** The systems for which npm installs Node along with Kwit: the package of one's own system, without a script of installation. */
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'win-x64'];

export function releasedPackage(version: string): Json {
  const { description, license, imports, dependencies, optionalDependencies } = readJson('package.json');
  const { node, ...libraries } = dependencies as Record<string, string>;
  const { '@kwit/client': _, ...ofCommands } = readJson('packages/cli/package.json').dependencies as Record<
    string,
    string
  >;
  const ofClient = readJson('packages/client/package.json').dependencies as Record<string, string>;
  const compiled = Object.entries(imports as Record<string, string>).filter(([name]) => name !== '#testing/*');
  return {
    name: 'kwit',
    version,
    description,
    license,
    type: 'module',
    bin: { kwit: 'bin/kwit.cjs' },
    engines: { node: '>=20' },
    imports: Object.fromEntries(compiled.map(([name, path]) => [name, path.replace(/\.ts$/, '.js')])),
    dependencies: { ...libraries, ...ofClient, ...ofCommands },
    optionalDependencies: {
      ...(optionalDependencies as Record<string, string>),
      ...Object.fromEntries(SYSTEMS.map((system) => [`node-${system}`, node])),
    },
  };
}
