/** The Chromium of component tests, stories and pictures: the machine's own, or else the one that npm brought. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Small, quiet and offline: nothing that Chromium does of its own accord. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Launch {
  readonly executablePath: string
  readonly args: string[]
  readonly env: NodeJS.ProcessEnv
}

/** How Playwright launches it. `KWIT_TEST_CHROMIUM=packaged` takes the one from npm in any case. */
export function chromium(): Launch {
  const installed = process.env.KWIT_TEST_CHROMIUM === 'packaged' ? undefined : INSTALLED.find(starts)
  if (installed) return { executablePath: installed, args: ARGS, env: process.env }
  const folder = packaged()
  writeFileSync(join(folder, 'fonts.conf'), fontsIn(folder))
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: folder },
  }
}

/** A file may be there and start nothing: a stub that asks for a package, or one whose libraries are missing. */
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0
}

/**
 * The folder into which `@sparticuz/chromium` is unpacked, once: within the package, so that a new version has its own.
 * Whoever unpacks does so in a draft that gets its name when it is whole, so two runs at once do not disturb each other.
 */
function packaged(): string {
  const home = realpathSync(fileURLToPath(new URL('../node_modules/@sparticuz/chromium/', import.meta.url)))
  const folder = join(home, 'unpacked')
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(join(home, 'draft-'))
  // It unpacks into the temporary folder, and brings its own libraries and fonts when it finds itself on AWS Lambda.
  const { status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: home, env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }, stdio: 'inherit' },
  )
  if (status !== 0)
    throw new Error('The Chromium from npm could not be unpacked. Install Chromium, then run this again.')
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another run was faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The machine's fonts and its own Open Sans. Whatever has no alias becomes any font at all, one with serifs for instance. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  ${alias('sans-serif', 'Inter', 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', 'Open Sans')}
  ${alias('system-ui', 'Inter', 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', 'Open Sans')}
  ${alias('monospace', 'Noto Sans Mono', 'Liberation Mono', 'DejaVu Sans Mono')}
</fontconfig>
`

const alias = (family: string, ...fonts: string[]) =>
  `<alias><family>${family}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`
