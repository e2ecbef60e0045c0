import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelFor, stillNamed, withIds, withLabels } from './mentions.ts';

const id = (last: number) => `019a2f60-7c1e-7b3a-9d4e-0000000000${String(last).padStart(2, '0')}`;
const jan = { id: id(1), name: 'Jan Nowak' };
const janek = { id: id(2), name: 'Jan' };
const other = { id: id(3), name: 'Jan Nowak' };

test('a person who edits a comment reads names, and the service gets the ids back', () => {
  const content = `<@${jan.id}> and <@${janek.id}>, ask <@${other.id}>`;
  const { text, named } = withLabels(content, [jan, janek, other]);
  expect(text).toBe('@Jan Nowak and @Jan, ask @Jan Nowak 2');
  expect(withIds(text, named)).toBe(content);
});

test('an address, a longer word and a name that nobody chose are text', () => {
  const named = [{ id: jan.id, label: 'Jan' }];
  for (const text of ['mail x@Jan', '@Janusz knows', '@Ewa knows', '@ Jan']) expect(withIds(text, named)).toBe(text);
  expect(withIds('(@Jan)', named)).toBe(`(<@${jan.id}>)`);
  expect(stillNamed('only @Ewa', named)).toEqual([]);
  expect(stillNamed('@Jan, please', named)).toEqual(named);
});

test('a label is the same for the same person, and free for another one', () => {
  const named = [{ id: jan.id, label: 'Jan Nowak' }];
  expect(labelFor('Jan Nowak', jan.id, named)).toBe('Jan Nowak');
  expect(labelFor('Jan Nowak', other.id, named)).toBe('Jan Nowak 2');
});

test('what a comment says survives being edited, whoever it names and however they are called', () => {
  const people = fc
    .array(fc.stringMatching(/^[A-Za-zżółw.*()]{1,6}( [A-Z][a-z]{0,4})?$/), { minLength: 1, maxLength: 4 })
    .map((names) => names.map((name, index) => ({ id: id(index), name })));
  const words = fc.array(fc.oneof(fc.constantFrom('and', 'look', '<@you>', '#12'), fc.nat({ max: 3 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(people, words, (mentions, parts) => {
      const said = parts.map((part) => (typeof part === 'string' ? part : `<@${mentions[part]?.id ?? 'nobody'}>`));
      const content = said.join(' | ');
      const { text, named } = withLabels(content, mentions);
      expect(withIds(text, named)).toBe(content);
    }),
  );
});

test.each([
  ['`@Ewa` and @Ewa', '`@Ewa` and <@1>'],
  ['``a ` @Ewa`` @Ewa', '``a ` @Ewa`` <@1>'],
  ['```\n@Ewa\n```\n@Ewa', '```\n@Ewa\n```\n<@1>'],
  ['~~~\n@Ewa', '~~~\n@Ewa'],
  ['a ` alone, @Ewa', 'a ` alone, <@1>'],
])('%j names people outside its code only', (text, content) => {
  expect(withIds(text, [{ id: '1', label: 'Ewa' }])).toBe(content);
});
