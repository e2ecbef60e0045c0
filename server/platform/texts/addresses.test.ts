import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, asciiDomain, isAddress, mailboxOf, shownAddress } from './addresses.ts';

test('keeps one spelling of an address', () => {
  const spellings = [
    'Jan@Królewski.PL',
    ' jan@kro\u0301lewski.pl ',
    'jan@xn--krlewski-w3a.pl',
    'jan\u200b@KRÓLEWSKI\u3002pl',
    '\u202ajan@królewski.pl\u202c',
  ];
  for (const spelling of spellings) assert.equal(addressOf(spelling), 'jan@xn--krlewski-w3a.pl', spelling);
  assert.ok(isAddress('jan@xn--krlewski-w3a.pl'));
  assert.equal(shownAddress('jan@xn--krlewski-w3a.pl'), 'jan@królewski.pl');
});

test('refuses what no mail goes to', () => {
  const refused = [
    'jan',
    'jan@localhost',
    'żaneta@example.com',
    'jan nowak@example.com',
    'jan@exa mple.com',
    '<jan@example.com>',
    'jan@example..com',
    'jan@-example.com',
    'jan@%65xample.com',
    `${'a'.repeat(250)}@example.com`,
    `jan@${'a'.repeat(64)}.com`,
  ];
  for (const address of refused) assert.equal(isAddress(addressOf(address)), false, address);
});

test('leaves domains of plain letters as they are', () => {
  assert.equal(asciiDomain(' Example.COM'), 'example.com');
  assert.equal(asciiDomain('1.2'), '1.2');
});

test('folds what follows a plus, unless the plus comes first', () => {
  assert.equal(mailboxOf('a+1@example.com'), 'a@example.com');
  assert.equal(mailboxOf('a+1+2@example.com'), 'a@example.com');
  assert.equal(mailboxOf('+a@example.com'), '+a@example.com');
  assert.equal(mailboxOf('+a+b@example.com'), '+a+b@example.com');
  assert.equal(mailboxOf('a@example.com'), 'a@example.com');
});
