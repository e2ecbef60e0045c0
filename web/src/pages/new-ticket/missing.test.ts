import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TicketField } from '../../../../contract/fields.ts';
import { CATEGORIES } from '../../../../contract/words.ts';
import { BLANK_TICKET, canGoAsItIs, firstLacking, firstMissing, formOf, isToldByFiles } from './new-ticket.ts';

test('a bug that is too short can be sent as it is, an empty report cannot', () => {
  expect(firstMissing({ title: 'Broken', description: 'The door.', category: 'bug' })).toBe('title');
  expect(firstMissing({ title: 'The door is broken', description: 'Again.', category: 'bug' })).toBe('description');
  expect(canGoAsItIs({ title: 'The door is broken', description: 'Again.', category: 'bug' })).toBe(true);
  expect(canGoAsItIs({ title: 'ab', description: 'Again.', category: 'bug' })).toBe(false);
  expect(canGoAsItIs({ title: ' ', description: ' ', category: 'bug' })).toBe(false);
});

test('a title alone is a report, unless its category asks for more', () => {
  const report = { title: 'Lamp in the hall flickers', description: ' ' };
  for (const category of ['', 'other', 'question'] as const)
    expect(firstMissing({ ...report, category })).toBe(undefined);
  expect(firstMissing({ ...report, category: 'bug' })).toBe('description');
  expect(formOf({ ...BLANK_TICKET, ...report }, [], []).get('description')).toBe(report.title);
});

test('a report lacks the first field that its category needs and nobody has filled in', () => {
  const name = { pl: 'Od', en: 'From' };
  const field = (key: string, change: Partial<TicketField>): TicketField => ({
    ...{
      id: key,
      key,
      name,
      help: null,
      kind: 'date',
      category: 'question',
      project_id: null,
      options: [],
      ask: 'report',
    },
    ...{ needed: true, reporter_sees: true, unit: null, position: 0, archived_at: null },
    ...change,
  });
  const fields = [
    field('months', { needed: false }),
    field('from', {}),
    field('till', {}),
    field('given', { ask: 'close' }),
  ];
  const lacks = (draft: Partial<typeof BLANK_TICKET>) =>
    firstLacking(fields, { ...BLANK_TICKET, category: 'question', ...draft })?.key;
  expect(lacks({})).toBe('from');
  expect(lacks({ fields: { from: '2026-12-14' } })).toBe('till');
  expect(lacks({ fields: { from: '2026-12-14', till: '2027-06-14' } })).toBeUndefined();
  expect(lacks({ category: 'other' })).toBeUndefined();
});

test('a title with a file is a report', () => {
  const report = { title: 'Lamp', description: ' ', category: 'bug' } as const;
  expect(isToldByFiles(report, 1)).toBe(true);
  expect(isToldByFiles(report, 0)).toBe(false);
  expect(isToldByFiles({ ...report, title: 'L' }, 1)).toBe(false);
  expect(isToldByFiles({ ...report, description: 'It flickers.' }, 1)).toBe(false);
});

test('nothing is missing, or something that can be mended, or it can go as it is', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 120 });
  fc.assert(
    fc.property(text, text, fc.constantFrom('' as const, ...CATEGORIES), (title, description, category) => {
      const texts = { title, description, category };
      if (canGoAsItIs(texts)) {
        expect(firstMissing(texts)).toBeDefined();
        expect(firstMissing({ ...texts, category: 'other' })).toBeUndefined();
      }
      if (category === 'other' || category === '') expect(canGoAsItIs(texts)).toBe(false);
    }),
  );
});
