/** Types every command of the pages in a bare root. A check installs nothing: it types what is Kwit's, in an empty folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderFor } from '#testing/export-archive.ts';
import { blocksOf, spansOf } from '#testing/page-commands.ts';
import { type StandIns, standInsFor } from './readme/stand-ins.ts';
import { ALONE, BEFORE, INSTALLS, NOT_TYPED, SAYS } from './readme/tables.ts';
import type { Terminal } from './readme/terminal.ts';
import { expectDone, World } from './readme/world.ts';
import { size } from './size.ts';
import { olderFolder } from './upgrades/older.ts';

const ROOT = join(import.meta.dirname, '..');
const IS_WHOLE = size(0, 1) === 1;
const PAGES = [
  'README.md',
  ...globSync('docs/operating/**/*.md', { cwd: ROOT }).sort(),
  ...['docs/moving.md', 'docs/mcp.md', 'packages/cli/README.md', 'packages/client/README.md'],
];
const SERVES = /(?:npm start(?: -- --new)?|(?:kwit|tgz) serve(?: --data \S+)?)$/;
/** A block of variables is an environment, in which Kwit is to start. */
const isEnvironment = (lines: readonly string[]) => lines.every((line) => /^[A-Z_]+=\S*$/.test(line));

interface Block {
  readonly page: string;
  readonly lines: readonly string[];
}

/** The blocks of each page, and the commands in its sentences as blocks of a line; each once. */
const blocks = PAGES.flatMap((page): Block[] => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...blocksOf(text), ...spansOf(text).map((line) => [line])].map((lines) => ({ page, lines }));
}).filter(({ lines }, at, all) => all.findIndex((other) => other.lines.join() === lines.join()) === at);

/** Pages that tell of a Kwit of their own: an older one, and one to which people move. */
const OWN_DATA: Readonly<Record<string, (t: TestContext) => Promise<string>>> = {
  'docs/operating/upgrade.md': (t) => olderFolder(t, '1.0.0'),
  'docs/moving.md': folderFor,
};

/** Kwit stands still meanwhile. */
const isAlone = ({ page, lines }: Block): boolean =>
  !OWN_DATA[page] && (isEnvironment(lines) || lines.some((line) => ALONE.test(line)));

/** A release is made first, and unpacked for others; then comes what is typed beside a running Kwit; the tests come last. */
function turnOf(block: Block): number {
  const [line = ''] = block.lines;
  if (line.startsWith('npm run release')) return 0;
  if (line.endsWith(' -C /opt')) return 1;
  return line.endsWith('npm test') ? 4 : isAlone(block) ? 3 : 2;
}

/** Programs that a check does without where the machine has none. */
const lacking = ['curl', 'jq', 'script'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

function isTyped(line: string, typed: string): boolean {
  if (NOT_TYPED.some(([what]) => what.test(line))) return false;
  const isLacking = lacking.some((name) => new RegExp(`(^|\\| )${name} `).test(typed));
  return IS_WHOLE || !(isLacking || INSTALLS.test(line) || SERVES.test(typed));
}

/** Types a line, or has it serve for a moment. @throws AssertionError unless it does what its page says. */
async function typeLine(terminal: Terminal, line: string, typed: string): Promise<void> {
  const isServing = SERVES.test(typed);
  const { code, said } = await (isServing ? terminal.serve(typed) : terminal.type(typed));
  const codes = /import (?!verify)/.test(typed) ? [0, 3] : [0];
  assert.ok(codes.includes(code), `${line} (${typed}) ended with ${code}: ${said}`);
  assert.match(said, SAYS[line] ?? /^/, `${line} said: ${said}`);
  if (!isServing) return;
  const address = /Kwit is ready: (\S+)/.exec(said)?.[1] ?? assert.fail(said);
  assert.equal((await fetch(`${address}/ready`)).status, 200, line);
  await terminal.interrupt();
  await assert.rejects(fetch(address), line);
}

class Walk {
  readonly faults: string[] = [];
  /** The lines and names that some page has. */
  readonly #had = new Set<string>();
  readonly #world: World;
  readonly #standIns: StandIns;

  constructor(world: World, standIns: StandIns) {
    this.#world = world;
    this.#standIns = standIns;
  }

  /** The names in the tables that no page has. */
  get outdated(): string[] {
    const names = [...Object.keys({ ...BEFORE, ...SAYS }), ...this.#standIns.map(([text]) => text)];
    const untyped = NOT_TYPED.filter(([what]) => !this.#had.values().some((line) => what.test(line)));
    return [...names.filter((text) => !this.#had.has(text)), ...untyped.map(([what]) => String(what))];
  }

  /** Puts what is here in the place of what a page names. */
  typedFor(line: string): string {
    this.#had.add(line);
    return this.#standIns.reduce((typed, [text, by]) => {
      if (!typed.includes(text)) return typed;
      this.#had.add(text);
      return typed.replaceAll(text, () => (typeof by === 'string' ? by : by()));
    }, line);
  }

  async type(t: TestContext, block: Block): Promise<void> {
    const { page, lines } = block;
    const own = lines.filter((line) => isTyped(line, this.typedFor(line)));
    const typing = isEnvironment(lines) ? [...own, 'npm start'] : own;
    if (typing.length === 0 || (isEnvironment(lines) && !IS_WHOLE)) return;
    await (isAlone(block) ? this.#world.stop() : this.#world.run());
    const terminal = this.#world.terminal();
    try {
      await expectDone(terminal, OWN_DATA[page] ? `export DATA_DIR=${await OWN_DATA[page](t)}` : ':');
      if (isEnvironment(lines)) await expectDone(terminal, 'set -a; JWT_SECRET=$SECRET; SECRETS_KEY=$OTHER_SECRET');
      await expectDone(terminal, BEFORE[lines[0] ?? ''] ?? ':');
      for (const line of typing) await typeLine(terminal, line, this.typedFor(line));
    } catch (error) {
      this.faults.push(`${page}: ${(error as Error).message}`);
    } finally {
      await terminal.close();
    }
  }
}

test('each command of the pages does what its page says', { timeout: size(1_200_000, 7_200_000) }, async (t) => {
  const world = await World.make(t, IS_WHOLE);
  const walk = new Walk(world, await standInsFor(t, IS_WHOLE));
  await world.populate();
  for (const block of blocks.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const [began, faults] = [performance.now(), walk.faults.length];
    await walk.type(t, block);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    if (IS_WHOLE)
      process.stdout.write(
        [`${took} s, ${block.page}: ${block.lines[0]}`, ...walk.faults.slice(faults), ''].join('\n'),
      );
  }
  assert.deepEqual(walk.faults, []);
  assert.deepEqual(walk.outdated, [], 'No page has it any more.');
});
