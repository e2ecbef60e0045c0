/** Whatever cites a page leads to one. A test that fails says where, and what to do instead. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { blocksOf, tokensOf } from '#testing/page-commands.ts';
import { isInstallationCommand } from '../packages/kwit/commands.ts';
import { readCommand } from './command-line.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOT_OURS = [
  '**/node_modules/**',
  'data/**',
  'demo-data/**',
  'coverage/**',
  'web/dist/**',
  'web/.dist-*/**',
  'packages/*/dist/**',
];

interface File {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const read = (...patterns: string[]): File[] =>
  globSync(patterns, { cwd: root, exclude: NOT_OURS }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

const sources = read('**/*.{ts,tsx,mts,mjs,css,html,yml,yaml}', 'bin/*', 'Dockerfile');
const pages = read('**/*.md');

/** The anchors of a page: `<a id="…">`, and each heading as GitHub makes an anchor of it. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = tokensOf(text).flatMap((token) => (token.type === 'heading' ? [slug(String(token.text))] : []));
  const numbered = headings.map((heading, at) => {
    const before = headings.slice(0, at).filter((earlier) => earlier === heading).length;
    return before === 0 ? heading : `${heading}-${before}`;
  });
  const explicit = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => String(id));
  return new Set([...numbered, ...explicit]);
}

const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));

/** The fault of an address in the repository (`docs/rules/closing.md#closing-rule`); null for none. */
function problemOf(path: string, anchor: string | undefined): string | null {
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  if (anchor === undefined || anchors.get(path)?.has(anchor) !== false) return null;
  return `${path} has no heading #${anchor}; it has ${[...(anchors.get(path) ?? [])].join(', ')}`;
}

const misses = (files: readonly File[], find: (file: File) => readonly (string | null)[]): string[] =>
  files.flatMap((file) =>
    find(file)
      .filter((problem) => problem !== null)
      .map((problem) => `${file.path}: ${problem}`),
  );

/** A comment's text without the signs that begin its lines, so that what was wrapped stands together. */
const unwrapped = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ');

const commentsIn = (text: string): string[] => text.match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*/g) ?? [];

/** Decisions and the list of changes tell of what was; every other page tells of what is. */
const isOfToday = ({ path }: File) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md';

/** Where a page looks for `tickets/`. */
const HOMES = ['', 'server', 'server/platform', 'web/src'];

/** `server/platform/work.ts`, `server/tickets/`, `tickets/` of the server or the web app, and `work.ts` of some folder. */
const filesNamedIn = (text: string): string[] =>
  tokensOf(text)
    .flatMap((token) => (token.type === 'codespan' ? [String(token.text)] : []))
    .filter((code) => /^(?:[\w.-]+\/)*[\w.-]+(?:\/|\.(?:tsx?|mjs|css|md))$/.test(code));

const citedIn = (text: string) => [...text.matchAll(/\bdocs\/[\w./-]*?\.md(?:#([\p{L}\p{N}_-]+))?/gu)];

/** Links and pictures of a page that stay in the repository. */
function linksIn(text: string): string[] {
  const links = tokensOf(text).flatMap((token) =>
    token.type === 'link' || token.type === 'image' ? [String(token.href)] : [],
  );
  const attributes = [...text.matchAll(/<(?:img|source|a)\s[^>]*?(?:src|srcset|href)="([^"]+)"/g)];
  return [...links, ...attributes.map(([, href]) => String(href))].filter((href) => !/^[a-z]+:/.test(href));
}

/** Commands of the server as people type them, up to what the shell makes of them. */
const TYPED =
  /(?:npm run (?:--silent )?kwit --|docker exec \S+ kwit|kwit\/bin\/kwit|kwit-[\d.]+\.tgz)(?= )([^|>#&;)]*)/g;

const wordsOf = (typed: string): string[] =>
  [...typed.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

/** @returns what is wrong with a command of a page; null when Kwit understands it. */
function misunderstood(words: readonly string[]): string | null {
  if (isInstallationCommand(words[0], words)) return null;
  try {
    return readCommand(words) === null ? 'there is no such command' : null;
  } catch (error) {
    return String(error);
  }
}

describe('what is cited', () => {
  test('sees sources and pages', () => {
    assert.ok(sources.length > 400 && pages.length > 60, 'The test looks in the wrong folder.');
    assert.ok(sources.flatMap(({ text }) => citedIn(text)).length > 80, 'The test does not see citations.');
  });

  test('each citation of a page of docs/ leads to its page and heading', () => {
    const problems = misses([...sources, ...pages], ({ text }) =>
      citedIn(text).map(([cited, anchor]) => problemOf(cited.replace(/#.*/, ''), anchor)),
    );
    assert.deepEqual(problems, [], 'Cite a heading that is there, or write it.');
  });

  test('each link between pages leads to its page and heading', () => {
    const problems = misses(pages, ({ path, text }) =>
      linksIn(text).map((href) => {
        const [to = '', anchor] = href.split('#');
        return problemOf(to === '' ? path : normalize(join(dirname(path), to)), anchor);
      }),
    );
    assert.deepEqual(problems, []);
  });

  test('each file and folder that a page of today names is there', () => {
    const names = new Set([...sources, ...pages].map(({ path }) => basename(path)));
    const problems = misses(pages.filter(isOfToday), ({ text }) =>
      filesNamedIn(text)
        .filter(
          (name) => !names.has(name) && !HOMES.some((home) => name.includes('/') && existsSync(join(root, home, name))),
        )
        .map((name) => `there is no ${name}`),
    );
    assert.deepEqual(problems, [], 'Say how it is called now.');
  });

  test('each command that a page has one type is a command of Kwit, and each script one of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const lines = pages.flatMap(({ path, text }) =>
      blocksOf(text).flatMap((lines) => lines.map((line) => ({ path, line }))),
    );
    const commands = lines.flatMap(({ path, line }) =>
      [...line.matchAll(TYPED)].map(([, typed = '']) => ({ path, words: wordsOf(typed) })),
    );
    assert.ok(commands.length > 30);
    const problems = [
      ...commands.map(({ path, words }) => {
        const problem = misunderstood(words);
        return problem && `${path}: ${words.join(' ')}: ${problem}`;
      }),
      ...lines.flatMap(({ path, line }) =>
        [...line.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) =>
          script in scripts ? null : `${path}: there is no script ${script}`,
        ),
      ),
    ];
    assert.deepEqual(
      problems.filter((problem) => problem !== null),
      [],
    );
  });

  test('each folder has its line in docs/architecture.md', () => {
    const lines = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const folders = globSync(['server/*/', 'web/src/*/'], { cwd: root }).filter(
      (path) => !lines.includes(`\`${path}/\``),
    );
    assert.deepEqual(folders, [], 'Say there what the folder is about.');
  });

  test('each rule, decision and page for operators stands in its index', () => {
    for (const folder of ['docs/rules', 'docs/decisions', 'docs/operating']) {
      const index = linksIn(readFileSync(join(root, folder, 'README.md'), 'utf8'));
      const names = pages.filter(({ path }) => dirname(path) === folder).map(({ path }) => basename(path));
      const missing = names.filter((name) => name !== 'README.md' && !index.includes(name));
      assert.deepEqual(missing, [], `Name it in ${folder}/README.md.`);
    }
  });

  test('a rule is cited from docs/rules/, and a section of a standard only', () => {
    const problems = misses([...sources, ...pages], ({ text }) =>
      [...unwrapped(text).matchAll(/(?<![\w-])[a-z][a-z-]*(?:\.md)? ?§ ?\w+/g)].map(([cited]) => `cites “${cited}”`),
    );
    assert.deepEqual(problems, [], 'Cite docs/rules/<page>.md#<heading>: the repository has no such page.');
  });

  test('a comment names no page that the repository does not have', () => {
    const problems = misses(sources, ({ text }) =>
      commentsIn(text)
        .flatMap((comment) => [...comment.matchAll(/(?<![\w/.-])[\w/-]+\.md\b/g)])
        .map(([name]) => problemOf(name, undefined)),
    );
    assert.deepEqual(problems, [], 'Name a page by its path from the root.');
  });
});

describe('sentences', () => {
  test('begin with their subject', () => {
    const inverted = /(?:^|[.:] )(?:Of|Whom|Whoever) .{0,40}/g;
    const prose = ({ path, text }: File): string[] =>
      path.endsWith('.md')
        ? tokensOf(text).flatMap((token) =>
            token.type === 'paragraph' || token.type === 'text' ? [String(token.text).replaceAll('\n', ' ')] : [],
          )
        : commentsIn(text).map((comment) => unwrapped(comment).replace(/^\s*(?:\/\*\*?|\/\/) */, ''));
    const problems = misses([...sources, ...pages], (file) =>
      prose(file).flatMap((text) => text.match(inverted) ?? []),
    );
    assert.deepEqual(problems, [], 'Say first who or what acts.');
  });
});
