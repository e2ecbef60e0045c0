/** Builds the web app into web/dist, compressed ahead. With `--if-newer` only when a source is newer than the build. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'web/dist')
const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/index.html',
  'web/vite.config.ts',
  'contract/**/*.ts',
  'package-lock.json',
]

function isBuilt(): boolean {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).every(
    (path) => statSync(join(root, path)).mtimeMs <= built,
  )
}

/** Each build has a folder of its own until it is whole, so two at once do not disturb each other. */
function build(): void {
  const draft = join(root, `web/.dist-${process.pid}`)
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js')
  const outcome = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'web/vite.config.ts', '--outDir', draft, '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit' },
  )
  if (outcome.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    process.stderr.write('The web app could not be built; see the lines above.\n')
    process.exit(1)
  }
  compress(draft)
  const old = join(root, `web/.dist-old-${process.pid}`)
  if (existsSync(dist)) renameSync(dist, old)
  try {
    renameSync(draft, dist)
  } catch {
    // Another start was faster with the same sources.
    rmSync(draft, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

function compress(folder: string): void {
  for (const path of globSync('**/*.{js,css,html,svg,json,webmanifest}', { cwd: folder })) {
    const bytes = readFileSync(join(folder, path))
    if (bytes.length < 1024) continue
    writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(
      join(folder, `${path}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
  }
}

if (!process.argv.includes('--if-newer') || !isBuilt()) {
  process.stdout.write('Building the web app, once…\n')
  build()
}
