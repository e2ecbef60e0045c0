/** Finds the Chromium for component tests, stories and pictures: the machine's own, or else one from npm. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A headless shell comes first: what another has for windows costs it nearly half of the CPU that stories take. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const PACKAGED = fileURLToPath(new URL('packaged-chromium/', import.meta.url));
const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** Switches off what Chromium does unasked: its own requests, sounds and first-run pages. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Launch {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The launch options for Playwright. `KWIT_TEST_CHROMIUM=packaged` takes the Chromium from npm in any case. */
export function chromium(): Launch {
  const installed = process.env.KWIT_TEST_CHROMIUM === 'packaged' ? undefined : INSTALLED.find(starts);
  if (installed) return { executablePath: installed, args: ARGS, env: process.env };
  const folder = packaged();
  writeFileSync(join(folder, 'fonts.conf'), fontsIn(folder));
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: folder },
  };
}

/** Whether an executable starts. One may be a stub that asks for a package, or lack its libraries. */
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/**
 * The folder of the Chromium from npm. The first run that finds none installed fetches and unpacks it. It stands in the cache
 * of node_modules, under its version: `npm ci` removes it, and a new version gets another folder.
 */
function packaged(): string {
  const folder = join(CACHE, `chromium-${version()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // The folder gets its name when it is complete, so that two runs at once do not disturb each other.
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  try {
    fetchInto(draft);
    renameSync(unpackIn(draft), folder);
  } catch (error) {
    // Another run has made it in the meantime.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

const version = (): string =>
  JSON.parse(readFileSync(join(PACKAGED, 'package.json'), 'utf8')).dependencies['@sparticuz/chromium'];

/** Installs the package from its lock file. Kwit does not depend on it, because most machines have a Chromium. */
function fetchInto(draft: string): void {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PACKAGED, file), join(draft, file));
  const { status } = spawnSync('npm', ['ci', '--prefix', draft, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status !== 0)
    throw new Error('No Chromium is installed, and npm could not fetch one. Install Chromium, then run this again.');
}

/** Unpacks it. The package unpacks into the temporary folder, with its libraries and fonts when it believes to run on AWS Lambda. */
function unpackIn(draft: string): string {
  const unpacked = join(draft, 'unpacked');
  mkdirSync(unpacked);
  const { status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    {
      cwd: draft,
      env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      stdio: 'inherit',
    },
  );
  if (status !== 0)
    throw new Error('The Chromium from npm could not be unpacked. Install Chromium, then run this again.');
  return unpacked;
}

/** Configures fonts: the machine's, and the package's Open Sans. A family without an alias would get any font, even one with serifs. */
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
`;

const alias = (family: string, ...fonts: string[]) =>
  `<alias><family>${family}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`;
