import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peopleIn } from './invite-fields.tsx';

const read = (text: string) => peopleIn(text).map(({ email, name }) => [email, name]);

test('whom to invite is read as mail programs and spreadsheets copy it', () => {
  expect(read('ada@example.com')).toEqual([['ada@example.com', '']]);
  expect(read('Ada Nowak <ada@example.com>\r\n\n  jan@example.com  ')).toEqual([
    ['ada@example.com', 'Ada Nowak'],
    ['jan@example.com', ''],
  ]);
  expect(read('"Nowak, Ada" <ada@example.com>; Jan Kot <jan@example.com>,ewa@example.com')).toEqual([
    ['ada@example.com', 'Nowak, Ada'],
    ['jan@example.com', 'Jan Kot'],
    ['ewa@example.com', ''],
  ]);
  expect(read('Łucja Żak\tlucja@example.com\njan@example.com;Jan Kot')).toEqual([
    ['lucja@example.com', 'Łucja Żak'],
    ['jan@example.com', 'Jan Kot'],
  ]);
});

test('a line without an address stays, to be mended; an address counts once', () => {
  expect(peopleIn('Ada Nowak\nada@example.com\nAda <ADA@example.com>')).toEqual([
    { line: 'Ada Nowak', email: '', name: 'Ada Nowak' },
    { line: 'ada@example.com', email: 'ada@example.com', name: '' },
  ]);
});

test('every address of a list is found, whatever separates them', () => {
  const address = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,20}$/), fc.stringMatching(/^[a-z]{1,12}\.(com|pl)$/))
    .map((parts) => parts.join('@'));
  const addresses = fc.uniqueArray(address, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(addresses, fc.constantFrom('\n', '\r\n', ', ', ';', ' '), fc.boolean(), (list, separator, named) => {
      const text = list.map((email) => (named ? `Ada Nowak <${email}>` : email)).join(separator);
      expect(read(text)).toEqual(list.map((email) => [email, named ? 'Ada Nowak' : '']));
    }),
  );
});

test('what is shown of a line gives the same person again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const people = peopleIn(text);
      const again = peopleIn(people.map(({ line }) => line).join('\n'));
      expect(again.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
    }),
  );
});
