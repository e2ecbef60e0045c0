/** How long the components of the web app are. The linter does not count the lines inside of JSX; this test does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from 'vite';
import { type Source, sourcesOf } from '../sources.ts';

const MOST_LINES = 120;

/** Every function of a file, however deep, and its lines. */
function functionsIn({ text, program }: Source): { readonly name: string; readonly lines: number }[] {
  const components: { name: string; lines: number }[] = [];
  const measure = ({ start, end, id }: { start: number; end: number; id?: { name: string } | null }) => {
    components.push({ name: id?.name ?? '(a function)', lines: text.slice(start, end).split('\n').length });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return components;
}

test('a component has at most 120 lines, its JSX among them', () => {
  const sources = sourcesOf('web/src/**/*.tsx');
  assert.ok(sources.length > 100, 'The test looks in the wrong folder.');
  const tooLong = sources.flatMap((source) =>
    functionsIn(source)
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ name, lines }) => `${source.path}: ${name} has ${lines} lines`),
  );
  assert.deepEqual(tooLong, [], 'Split it along a word of the domain: what would a user call its parts?');
});
