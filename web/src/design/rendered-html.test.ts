import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTaskTurned } from './rendered-html.ts';

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
