import { expect, onTestFinished, test, vi } from 'vitest';
import { preferredLanguage } from './texts.ts';

type Tree = { [key: string]: string | Tree };
const FORMS = /_(one|few|many|other)$/;

const files: Record<string, Tree> = import.meta.glob('./*.json', { eager: true, import: 'default' });
const inLanguage = (language: 'en' | 'pl') =>
  Object.entries(files).flatMap(([name, texts]) => (new RegExp(`[./]${language}\\.json$`).test(name) ? [texts] : []));
const english: Tree = Object.assign({}, ...inLanguage('en'));
const polish: Tree = Object.assign({}, ...inLanguage('pl'));
const inEnglish = new Map(leaves(english));
const inPolish = new Map(leaves(polish));

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  );
}

let modules = 0;
/** The module as it is when the app opens: the tests of other files have loaded texts into theirs. */
const textsAnew = (): Promise<typeof import('./texts.ts')> => import(/* @vite-ignore */ `./texts.ts?anew=${modules++}`);

const stems = (tree: Tree) => new Set(leaves(tree).map(([key]) => key.replace(FORMS, '')));
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test('every text exists in both languages', () => {
  expect([...stems(polish)].sort()).toEqual([...stems(english)].sort());
});

test('no text is empty, and both languages have the same placeholders', () => {
  for (const [key, text] of leaves(english)) {
    const other = inPolish.get(key) ?? inPolish.get(key.replace(FORMS, '_many')) ?? '';
    expect(text, key).not.toBe('');
    expect(holes(other), key).toEqual(holes(text));
  }
});

test('a counted text has all the forms of its language', () => {
  const forms = (tree: Tree) => {
    const byStem = new Map<string, string[]>();
    for (const [key] of leaves(tree)) {
      const form = FORMS.exec(key)?.[1];
      const stem = key.replace(FORMS, '');
      if (form) byStem.set(stem, [...(byStem.get(stem) ?? []), form]);
    }
    return byStem;
  };
  for (const [stem, plurals] of forms(polish)) expect(plurals.sort(), stem).toEqual(['few', 'many', 'one', 'other']);
  for (const [stem, plurals] of forms(english)) expect(plurals.sort(), stem).toEqual(['one', 'other']);
});

test('counts follow the rules of Polish', async () => {
  const { loadTexts, switchLanguage, t } = await textsAnew();
  await Promise.all([switchLanguage('pl'), loadTexts('app')]);
  const said = [1, 2, 5, 12, 22, 112].map((count) => t('meter.more', { count }));
  expect(said).toEqual([
    'Jeszcze 1 znak',
    'Jeszcze 2 znaki',
    'Jeszcze 5 znaków',
    'Jeszcze 12 znaków',
    'Jeszcze 22 znaki',
    'Jeszcze 112 znaków',
  ]);
});

test('no two parts have a text of the same name', () => {
  const names = inLanguage('en').flatMap((texts) => Object.keys(texts));
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
});

const SOURCES = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Calls of `t` whose key and values stand there as they are, and what the text has holes for that the call fills not. */
function unfilled(source: string): string[] {
  const calls = source.matchAll(/\bt\(\s*'([\w.]+)'\s*(?:,\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*)?,?\s*\)/g);
  return [...calls].flatMap(([, key = '', values = '']) => {
    if (values.includes('...')) return [];
    const text = inEnglish.get(key) ?? inEnglish.get(`${key}_other`) ?? '';
    return holes(text)
      .filter((hole) => !new RegExp(`\\b${hole}\\b`).test(values))
      .map((hole) => `${key}: ${hole}`);
  });
}

test('whoever says a text fills its holes', () => {
  expect(unfilled("t('meter.more', { size })")).toEqual(['meter.more: count']);
  for (const [path, source] of Object.entries(SOURCES)) expect(unfilled(source), path).toEqual([]);
});

/** The files that these import when they load, with those that these import, and so on. */
function loadedWith(...paths: string[]): Set<string> {
  const reachable = new Set(paths);
  for (const path of reachable)
    for (const [, to = ''] of (SOURCES[path] ?? '').matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'/gm)) {
      const imported = new URL(to, new URL(path, 'file:///src/texts/')).pathname.replace('/src/', '../');
      if (imported in SOURCES) reachable.add(imported);
    }
  return reachable;
}

test('what loads with the sign-in says only what is loaded with it', () => {
  const app = Object.keys(files['./en.json'] ?? {});
  const loaded = loadedWith('../main.tsx', '../pages/login/login-page.tsx');
  expect(loaded.size).toBeGreaterThan(15);
  for (const path of loaded) {
    const groups = [...(SOURCES[path] ?? '').matchAll(/['`](\w+)\.[\w$]/g)].map(([, group = '']) => group);
    expect(
      groups.filter((group) => app.includes(group)),
      path,
    ).toEqual([]);
  }
});

test('what only some pages say is loaded with them, and stays in the next language', async () => {
  const { loadTexts, switchLanguage, t } = await textsAnew();
  await Promise.all([switchLanguage('en'), loadTexts('app')]);
  expect(t('webhook.new')).toBe('webhook.new');
  await loadTexts('operating');
  expect(t('webhook.new')).toBe(inEnglish.get('webhook.new'));
  await switchLanguage('pl');
  expect([t('webhook.new'), t('action.undo')]).toEqual([inPolish.get('webhook.new'), inPolish.get('action.undo')]);
});

test('what a page says is there when it was asked for while the language changed', async () => {
  const { loadTexts, switchLanguage, t } = await textsAnew();
  await switchLanguage('en');
  await Promise.all([switchLanguage('pl'), loadTexts('answers')]);
  expect(t('memory.title')).toBe(inPolish.get('memory.title'));
});

test("a user who has chosen no language gets the first of the browser's that Kwit has, or else English", () => {
  const first = (...languages: string[]) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    return preferredLanguage();
  };
  onTestFinished(() => localStorage.clear());
  localStorage.clear();
  expect(first('pl-PL', 'en')).toBe('pl');
  expect(first('en-GB', 'pl')).toBe('en');
  expect(first('de', 'pl')).toBe('pl');
  expect(first('de')).toBe('en');
  localStorage.setItem('kwit.language', 'pl');
  expect(first('en')).toBe('pl');
});

test('a name that ends with a full stop ends the sentence, and gets no second one', async () => {
  const { loadTexts, switchLanguage, t } = await textsAnew();
  await switchLanguage('en');
  await loadTexts('admin');
  expect(t('mailTest.sent', { mode: 'SMTP', to: 'Kwit Sp. z o.o.' })).toMatch(/to Kwit Sp\. z o\.o\.$/);
  expect(t('mailTest.sent', { mode: 'SMTP', to: 'ada@example.com' })).toMatch(/ada@example\.com\.$/);
});
