import { expect, test } from 'vitest';
import { plainText } from '../../../../packages/markdown/plain-text.ts';
import { subjectAndRest } from './answer-row.tsx';

test('an excerpt has no marks of Markdown', () => {
  expect(plainText('## Done\n\n- [x] **Restart** `spooler`\n> see [the page](https://example.com/a_b)')).toBe(
    'Done\n\n- [x] Restart spooler\n> see the page (https://example.com/a_b)',
  );
  expect(plainText('2 * 3 > 5, snake_case #12')).toBe('2 * 3 > 5, snake_case #12');
});

test('an answer is called by its question, or else by how it begins', () => {
  expect(subjectAndRest({ question: 'It jams?', content: 'Replaced it.' }).subject).toBe('It jams?');
  expect(subjectAndRest({ question: null, content: '**Replaced** it.\nAnd more.' }).subject).toBe('Replaced it.');
  expect(subjectAndRest({ question: null, content: 'x'.repeat(200) }).subject).toBe(`${'x'.repeat(90)}…`);
});

test('what an answer without a question is called by is not said again below', () => {
  expect(subjectAndRest({ question: null, content: '**Replaced** it.\nAnd more.' }).rest).toBe('And more.');
  const long = `${'word '.repeat(30)}end`;
  const { subject, rest } = subjectAndRest({ question: null, content: long });
  expect(`${subject.slice(0, -1)} ${rest.slice(1)}`).toBe(long);
  const sentence = `${'word '.repeat(16)}end.`;
  expect(subjectAndRest({ question: null, content: `${sentence} Another one.` })).toEqual({
    subject: sentence,
    rest: 'Another one.',
  });
  expect(subjectAndRest({ question: 'It jams?', content: 'Replaced it.' }).rest).toBe('Replaced it.');
});
