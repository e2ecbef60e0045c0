import { expect, test } from 'vitest';
import { KwitError } from '../backend/client.ts';
import { loadTexts, switchLanguage } from '../texts/texts.ts';
import { refusalText } from './feedback.tsx';
import { problemWith } from './refused-field.ts';

const refused = new KwitError('validation_error', 'Wrong.', 400, {
  error: 'validation_error',
  message: 'Wrong.',
  request_id: 'r-1',
  details: [
    { path: 'title', code: 'maxLength', message: '"title" must have at most 300 characters.', limit: 300 },
    { path: 'options[2].key', code: 'pattern', message: '"options[2].key" is wrong.' },
  ],
});

test('what the service says of fields names each of them and what to do, in the language of the page', async () => {
  await Promise.all([switchLanguage('en'), loadTexts('app'), loadTexts('refusals')]);
  expect(refusalText(refused)).toBe(
    'Title: At most 300 characters. It is not written as it must be. Look at the example.',
  );
  await switchLanguage('pl');
  expect(problemWith(refused, 'title')).toBe('Najwyżej 300 znaków.');
  expect(problemWith(refused, 'status')).toBe(undefined);
});
