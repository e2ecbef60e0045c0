/**
 * Builds the web app into web/dist, with compressed copies. With `--if-newer` it builds only when a source is newer
 * than the build, and keeps the build that is there when the tools are not installed (`npm prune --omit=dev`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'web/dist');
const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/index.html',
  'web/vite.config.ts',
  'contract/**/*.ts',
  'packages/markdown/*.ts',
  'CHANGELOG.md',
  'package-lock.json',
];

const page = join(dist, 'index.html');

function isBuilt(): boolean {
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).every(
    (path) => statSync(join(root, path)).mtimeMs <= built,
  );
}

/** @returns null when the tools are not installed. */
function findVite(): string | null {
  try {
    return join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  } catch {
    return null;
  }
}

/** Builds into a folder of its own and renames it at the end, so that two builds at once do not disturb each other. */
function build(vite: string): void {
  const draft = join(root, `web/.dist-${process.pid}`);
  const outcome = spawnSync(
    process.execPath,
    // A tool of the build calls what Node 26 advises against; whoever types the first command cannot mend it.
    [
      '--disable-warning=DEP0205',
      vite,
      'build',
      '--config',
      'web/vite.config.ts',
      '--outDir',
      draft,
      '--logLevel',
      'warn',
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (outcome.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    process.stderr.write('The web app could not be built; see the lines above.\n');
    process.exit(1);
  }
  compress(draft);
  const old = join(root, `web/.dist-old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(draft, dist);
  } catch {
    // Another process has built the same sources meanwhile.
    rmSync(draft, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

function compress(folder: string): void {
  for (const path of globSync('**/*.{js,css,html,svg,json,webmanifest}', { cwd: folder })) {
    const bytes = readFileSync(join(folder, path));
    if (bytes.length < 1024) continue;
    writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(
      join(folder, `${path}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
  }
}

const ifNewer = process.argv.includes('--if-newer');
const vite = findVite();
if (vite === null && !(ifNewer && existsSync(page))) {
  process.stderr.write('The tools that build the web app are not installed. Run npm ci, then this again.\n');
  process.exit(1);
}
if (vite !== null && !(ifNewer && isBuilt())) {
  process.stdout.write('Building the web app, once…\n');
  build(vite);
}
