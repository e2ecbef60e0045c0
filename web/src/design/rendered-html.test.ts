import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHOWN_TEXTS, seenIn, squeezed } from '../../../proofs/texts/shown-texts.ts';
import { render, withTaskTurned } from './rendered-markdown.tsx';

test('ticking a task changes its box and nothing else', () => {
  expect(withTaskTurned('- [ ] one\n- [x] two', 0)).toBe('- [x] one\n- [x] two');
  expect(withTaskTurned('- [ ] one\n- [x] two', 1)).toBe('- [ ] one\n- [ ] two');
  expect(withTaskTurned('1. [ ] one\n   - [X] inner\n', 1)).toBe('1. [ ] one\n   - [ ] inner\n');
  expect(withTaskTurned('> * [ ] quoted', 0)).toBe('> * [x] quoted');
});

test('what only looks like a task is left alone', () => {
  const text = '```\n- [ ] code\n```\n\n[ ] words\n\n- [ ] task';
  expect(withTaskTurned(text, 0)).toBe(text.replace('[ ] task', '[x] task'));
  expect(withTaskTurned('no tasks', 0)).toBe(undefined);
  expect(withTaskTurned('- [ ] one', 1)).toBe(undefined);
});

test('a task that is ticked twice is as it was, wherever it stands', () => {
  const line = fc.constantFrom(
    '- [ ] a',
    '- [x] b',
    '  - [ ] c',
    '* [X] d',
    '1. [ ] e',
    'text',
    '',
    '> - [ ] f',
    '```',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.nat({ max: 6 }), (lines, place) => {
      const text = lines.join('\n').replaceAll('[X]', '[x]');
      const once = withTaskTurned(text, place);
      if (once === undefined) return;
      expect(once.length).toBe(text.length);
      expect([...once].filter((sign, index) => sign !== text[index])).toHaveLength(1);
      expect(withTaskTurned(once, place)).toBe(text);
    }),
  );
});

/** The text as a reader sees it. */
const seen = (text: string): string => render(text).textContent?.trim() ?? '';

test.each(SHOWN_TEXTS)('the page shows $written', ({ written, seen: words = written }) => {
  const box = document.createElement('div');
  box.append(render(written));
  // A quote of several lines is drawn with one mark.
  expect(squeezed(seenIn(box.innerHTML))).toBe(squeezed(words.replaceAll('\n> ', '\n')));
});

test('pictures of elsewhere, and what is no address, are not led to', () => {
  const shown = render('![x](https://example.com/x.png) [a](javascript:alert(1)) ![](data:image/png;base64,x)');
  expect([...shown.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/x.png']);
  expect(shown.querySelector('img')).toBeNull();
});

test('words in signs are never lost, whatever stands around them', () => {
  const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,8}$/).filter((name) => !/^(br|hr)$/i.test(name));
  const kind = fc.constantFrom(...['<', 'x<', 'x.<', 'ssh a@<', '(<']);
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, word), { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts.map(([before, name]) => `${before}${name}> y`).join(' ');
      expect(seen(text)).toBe(text);
    }),
  );
});

test('paths of Windows keep every backslash', () => {
  const folder = fc.stringMatching(/^[_a-z][a-z0-9]{0,5}$/);
  const start = fc.constantFrom('C:', '\\\\server', '%TEMP%', '..');
  fc.assert(
    fc.property(start, fc.array(folder, { minLength: 1, maxLength: 4 }), (from, folders) => {
      const path = [from, ...folders].join('\\');
      expect(seen(`see ${path} there`)).toBe(`see ${path} there`);
    }),
  );
});

test('code names nobody: the page says the name, and no id', () => {
  const id = '019a2f60-7c1e-7b3a-9d4e-000000000004';
  const said = render(`\`<@${id}>\` asks <@${id}>`, [{ id, name: 'Ewa' }]);
  expect(said.textContent?.trim()).toBe('@Ewa asks @Ewa');
  expect(said.querySelectorAll('[data-mention]').length).toBe(1);
});
