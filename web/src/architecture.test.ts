import { expect, test } from 'vitest';
import { SCREENS } from '../../contract/screens.ts';
import biome from '../biome.json';

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Where a relative import leads, as a path below web/src. */
function resolved(from: string, to: string): string {
  return to.startsWith('.') ? new URL(to, `file:///src/${from.slice(2)}`).pathname.replace('/src/', './') : to;
}

const imports: Import[] = Object.entries(sources).flatMap(([from, text]) =>
  [...text.matchAll(/^(import|export) (type )?[^'"]*?(?:from )?'([^']+)'/gms)].map(([, , type, to]) => ({
    from,
    to: resolved(from, to ?? ''),
    typeOnly: type !== undefined,
  })),
);

test('every folder has a rule for what it may import, which the linter holds', () => {
  const ruled = biome.overrides.flatMap(({ includes }) => includes);
  const folders = new Set(Object.keys(sources).flatMap((path) => /^\.\/(.+?)\//.exec(path)?.[1] ?? []));
  folders.delete('testing');
  const without = [...folders].filter((folder) => !ruled.includes(`src/${folder}/**`));
  expect(without, 'add the folder to the overrides of web/biome.json').toEqual([]);
});

test('the contract gives the app types and words without a schema, so that the bundle has none', () => {
  const wrong = imports
    .filter(
      ({ to, typeOnly }) =>
        to.includes('/contract/') &&
        !/\/contract\/(words|[a-z-]+-words|personal-data|file-texts|bug-texts)\.ts$/.test(to) &&
        !typeOnly,
    )
    .map(({ from, to }) => `${from} must write "import type" for ${to}, or take its words from contract/words.ts`);
  expect(wrong).toEqual([]);
});

test('only one file imports a library that draws', () => {
  for (const library of ['@tanstack/react-virtual', '@atlaskit/', 'dompurify']) {
    const users = new Set(
      imports.filter(({ to }) => to.startsWith(library) && !to.endsWith('.css')).map(({ from }) => from),
    );
    expect([...users].length, `${library} is imported by ${[...users].join(' and ')}`).toBe(1);
  }
});

test('the sentence of a refusal, which comes with the refusal, is named by the one file that says refusals', () => {
  const users = Object.keys(sources).filter((file) => sources[file]?.includes("t('refused."));
  expect(users).toEqual(['./design/feedback.tsx']);
});

test('the parser of Markdown loads with the one file that draws texts', () => {
  const users = imports.filter(({ to }) => to.endsWith('packages/markdown/html.ts')).map(({ from }) => from);
  expect([...new Set(users)]).toEqual(['./design/rendered-markdown.tsx']);
});

test("the server knows the first part of every route's path", () => {
  const paths = [...(sources['./router.tsx'] ?? '').matchAll(/(?:path: |page\(\s*)'\/([^'/]*)/g)].map(
    ([, first]) => first,
  );
  expect([...new Set(paths)].sort()).toEqual([...SCREENS]);
});
