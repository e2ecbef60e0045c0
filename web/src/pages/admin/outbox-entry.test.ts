import { expect, test } from 'vitest';
import { ENTRY_NAMES } from '../../../../contract/words.ts';
import english from '../../texts/operating.en.json';

test('the outbox has words for each event', () => {
  expect(Object.keys(english.outboxEvent).sort()).toEqual(ENTRY_NAMES.map((name) => name.replace('.', '_')).sort());
});
