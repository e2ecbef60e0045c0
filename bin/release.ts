/**
 * `npm run release -- 1.0.0`: makes `release/` of a clean clone, and publishes nothing: an archive for each kind of machine,
 * the packages for npm (Kwit, its command line alone, its client), sums, the list of parts, what to mind when upgrading, and the changelog's part. The same commit
 * gives the same bytes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileInto, releasedPackage } from '../packages/kwit/compile.ts';
import { MANIFEST, manifestOf } from '../packages/kwit/verify-install.ts';
import { compareVersions } from '../server/platform/upgrading.ts';
import { stripLibraries, withoutLicence } from './release-libraries.ts';

const ROOT = join(import.meta.dirname, '..');
const RELEASE = join(ROOT, 'release');

/** A kind of machine, and where Debian keeps its libatomic. */
const MACHINES = [
  { name: 'x64', library: 'libatomic1', debian: 'amd64' },
  { name: 'arm64', library: 'libatomic1', debian: 'arm64' },
] as const;

class Refused extends Error {}

const say = (text: string) => process.stdout.write(`${text}\n`);
const output = (command: string, args: readonly string[], cwd = ROOT): string =>
  execFileSync(command, [...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs a tool, and says its words when it fails. @throws Refused */
function run(command: string, args: readonly string[], cwd: string, environment: Record<string, string> = {}): void {
  const { status, stderr, error } = spawnSync(command, [...args], {
    ...{ cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
    env: { ...process.env, ...environment },
  });
  if (error) throw new Refused(`${command} is needed, and not there: ${error.message}`);
  if (status !== 0) throw new Refused(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

/** The part of the changelog about a version; null when there is none. */
function changesOf(version: string, changelog: string): string | null {
  const parts = changelog.split(/^(?=## \[)/m);
  return parts.find((part) => part.startsWith(`## [${version}]`)) ?? null;
}

/** @throws Refused for what is no release. */
function refuse(version: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused('Name the version: npm run release -- 1.0.0');
  const dirty = output('git', ['status', '--porcelain']);
  if (dirty !== '') throw new Refused(`The tree is dirty. Commit first, or take away:\n${dirty}`);
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const written = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, number = '']) => number);
  const newest = [written, ...released]
    .filter((number) => number !== version || number === '0.1.0')
    .sort(compareVersions)
    .at(-1);
  if (newest !== undefined && compareVersions(version, newest) <= 0)
    throw new Refused(`${version} is not newer than ${newest}.`);
  const changes = changesOf(version, changelog);
  if (changes === null)
    throw new Refused(`CHANGELOG.md says nothing of ${version}. Write a part that begins with ## [${version}].`);
  return changes;
}

/** The libraries that run, as npm installs them; Node stands beside them. */
function installLibraries(folder: string, options: readonly string[] = []): void {
  for (const path of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'packages/client/package.json',
    'packages/cli/package.json',
  ]) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    copyFileSync(join(ROOT, path), join(folder, path));
  }
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...options], folder);
  stripLibraries(folder);
  const unlicensed = withoutLicence(folder);
  if (unlicensed.length > 0) throw new Refused(`Libraries without a licence: ${unlicensed.join(', ')}`);
}

/** Puts Node and its library beside Kwit. Both come from where every build takes them: npm, and Debian. */
function addNode(folder: string, { name, library, debian }: (typeof MACHINES)[number], node: string): void {
  const work = mkdtempSync(join(tmpdir(), 'kwit-node-'));
  run('npm', ['pack', `node-linux-${name}@${node}`, '--silent'], work);
  run('tar', ['xf', `node-linux-${name}-${node}.tgz`], work);
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  mkdirSync(join(folder, 'node/lib'), { recursive: true });
  run('llvm-strip', ['-o', join(folder, 'node/bin/node'), 'package/bin/node'], work);
  chmodSync(join(folder, 'node/bin/node'), 0o755);
  copyFileSync(join(work, 'package/LICENSE'), join(folder, 'node/LICENSE'));
  downloadPackage(work, library, debian);
  run('sh', ['-c', `dpkg-deb -x ${library}_*.deb atomic`], work);
  const [shared = ''] = globSync('atomic/usr/lib/*/libatomic.so.1.*', { cwd: work });
  copyFileSync(join(work, shared), join(folder, 'node/lib/libatomic.so.1'));
  writeFileSync(join(folder, 'node/architecture'), `${name}\n`);
  rmSync(work, { recursive: true });
}

/** Downloads a package of Debian for any architecture, by lists of its own: the machine's are left alone. */
function downloadPackage(folder: string, name: string, architecture: string): void {
  const lists = join(folder, 'apt');
  for (const path of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(lists, path), { recursive: true });
  const options = Object.entries({
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': 'root',
    'Dir::State': join(lists, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': join(lists, 'cache'),
  }).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  run('apt-get', [...options, 'update'], folder);
  run('apt-get', [...options, 'download', name], folder);
}

/** How an archive is packed: small, or for a bare Linux, which has no xz. */
const PACKINGS = { 'tar.xz': 'xz -9 -T1', 'tar.gz': 'gzip -9n' };

/** Packs a folder, the same bytes each time. @returns a line with name and size of each archive. */
function archive(parent: string, name: string, moment: string): string[] {
  const sorted = ['--sort=name', `--mtime=@${moment}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  return Object.entries(PACKINGS).map(([ending, program]) => {
    const target = join(RELEASE, `${name}.${ending}`);
    run('tar', [...sorted, '--mode=u+rw,go+r-w,a-s', '-I', program, '-cf', target, 'kwit'], parent);
    return `${name}.${ending}: ${(statSync(target).size / 1e6).toFixed(1)} MB`;
  });
}

/** Everything of a release that is the same for each kind of machine. */
interface Built {
  readonly version: string;
  /** When the commit was made, in seconds since 1970. */
  readonly moment: string;
  /** A folder for what is made on the way. */
  readonly work: string;
  /** Kwit as JavaScript, without libraries. */
  readonly code: string;
  /** A folder with the libraries that run. */
  readonly libraries: string;
}

function build(version: string, work: string): Built {
  for (const step of ['packages/build.ts', 'bin/build-web.ts']) run(process.execPath, [step], ROOT);
  const code = join(work, 'code');
  mkdirSync(code);
  compileInto(code);
  writeFileSync(join(code, 'package.json'), `${JSON.stringify(releasedPackage(version), null, 2)}\n`);
  const libraries = join(work, 'libraries');
  mkdirSync(libraries);
  installLibraries(libraries);
  return { version, libraries, moment: output('git', ['log', '-1', '--format=%ct']).trim(), work, code };
}

/** Adds a file that runs, from `packages/kwit/launchers`, and the manifest, which is the last. */
function finish(folder: string, launcher: string): void {
  copyFileSync(join(ROOT, 'packages/kwit/launchers', launcher), join(folder, 'bin', launcher));
  chmodSync(join(folder, 'bin', launcher), 0o755);
  writeFileSync(join(folder, MANIFEST), manifestOf(folder));
}

/**
 * Puts the libraries that always run into the package: what is installed is what was tried. npm warns of libraries that want
 * a newer Node than the one that it runs on, though Kwit brings its own, so they say nothing of Node here.
 */
function bundleLibraries(folder: string): void {
  const path = join(folder, 'package.json');
  const described = JSON.parse(readFileSync(path, 'utf8')) as Record<'dependencies', Record<string, string>>;
  const own = join(folder, '..', 'required');
  mkdirSync(own);
  installLibraries(own, ['--omit=optional']);
  cpSync(join(own, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  for (const file of globSync('node_modules/**/package.json', { cwd: folder })) {
    const { engines: _, ...library } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { engines?: object };
    writeFileSync(join(folder, file), `${JSON.stringify(library, null, 2)}\n`);
  }
  const bundleDependencies = Object.keys(described.dependencies);
  writeFileSync(path, `${JSON.stringify({ ...described, bundleDependencies }, null, 2)}\n`);
}

function packForNpm({ work, code, version }: Built): void {
  const folder = join(work, 'npm');
  cpSync(code, folder, { recursive: true });
  bundleLibraries(folder);
  finish(folder, 'kwit.cjs');
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', RELEASE], folder);
  // The command line and the client alone, as JavaScript, for the machines of people and for programs.
  for (const name of ['cli', 'client']) {
    const own = join(work, `npm-${name}`);
    cpSync(join(ROOT, 'packages', name, 'dist'), own, { recursive: true });
    const described = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as object;
    writeFileSync(join(own, 'package.json'), `${JSON.stringify({ ...described, version }, null, 2)}\n`);
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', RELEASE], own);
  }
  say(`kwit-${version}.tgz, kwit-cli-${version}.tgz and kwit-client-${version}.tgz, for npm.`);
}

function packArchives({ work, code, libraries, version, moment }: Built): void {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const machine of MACHINES) {
    const folder = join(work, machine.name, 'kwit');
    cpSync(code, folder, { recursive: true });
    cpSync(join(libraries, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    addNode(folder, machine, dependencies.node ?? '');
    finish(folder, 'kwit');
    for (const line of archive(join(work, machine.name), `kwit-${version}-linux-${machine.name}`, moment)) say(line);
  }
}

function release(version: string): void {
  const changes = refuse(version);
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE);
  const work = mkdtempSync(join(tmpdir(), 'kwit-release-'));
  const built = build(version, work);
  packForNpm(built);
  packArchives(built);
  writeFileSync(join(RELEASE, `CHANGES-${version}.md`), changes);
  copyFileSync(join(ROOT, 'UPGRADING.json'), join(RELEASE, 'UPGRADING.json'));
  writeFileSync(join(RELEASE, `kwit-${version}.spdx.json`), partsList(version, built.moment));
  const digest = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(RELEASE, file)))
      .digest('hex');
  const sums = globSync('*', { cwd: RELEASE })
    .sort()
    .map((file) => `${digest(file)}  ${file}\n`)
    .join('');
  writeFileSync(join(RELEASE, 'SHA256SUMS'), sums);
  rmSync(work, { recursive: true });
  say(`release/ is complete:\n${sums}`);
}

/** The list of parts (SPDX), without the moment and the name by which each run differs. */
function partsList(version: string, moment: string): string {
  const list = JSON.parse(output('npm', ['sbom', '--omit=dev', '--sbom-format=spdx'])) as {
    name: string;
    documentNamespace: string;
    creationInfo: { created: string };
  };
  list.name = `kwit@${version}`;
  list.documentNamespace = `https://kwit.invalid/spdx/${version}`;
  list.creationInfo.created = new Date(Number(moment) * 1000).toISOString().replace(/\.\d+/, '');
  return `${JSON.stringify(list, null, 2)}\n`;
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  if (!existsSync(join(RELEASE, 'SHA256SUMS'))) rmSync(RELEASE, { recursive: true, force: true });
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
