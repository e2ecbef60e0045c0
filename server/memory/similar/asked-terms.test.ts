import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryFinder, readGlossary } from '../search/glossary.ts';
import { questionTerms } from './asked-terms.ts';

const entryOf = entryFinder(readGlossary('drukarka | printer\nlogowanie | sign in, login').entries);
const termsOf = (title: string, description = '') => questionTerms(title, description, entryOf);
const stems = (title: string, description = '') =>
  termsOf(title, description).map((term) => term.stems.map(({ forms }) => forms.join()).join(' '));

describe('the terms of a question', () => {
  test('are its words that tell something, each once, as their first four and first six letters', () => {
    assert.deepEqual(stems('Monitor nie miga, monitory'), ['moni monito', 'miga']);
    assert.deepEqual(stems('The VPN of our office', 'vpn laptop'), ['vpn', 'offi office', 'lapt laptop']);
    assert.deepEqual(stems('nie mam się'), []);
    assert.deepEqual(stems('𠀀'.repeat(9)), [`${'𠀀'.repeat(4)} ${'𠀀'.repeat(6)}`]);
  });

  test('are codes whole', () => {
    assert.deepEqual(stems('Error 0x80240034'), ['erro error', '0x80240034']);
  });

  test('weigh twice as much in a title, and are sixty-four at most', () => {
    assert.deepEqual(
      termsOf('Stary VPN', 'vpn laptop').map(({ weight }) => weight),
      [2, 2, 1],
    );
    const many = Array.from({ length: 80 }, (_, n) => `w${n}`).join(' ');
    assert.equal(stems(many, many).length, 64);
    assert.equal(stems('', 'fuser '.repeat(3000)).length, 1);
  });

  test('know what means the same, of words in a row too', () => {
    const concepts = (title: string) =>
      termsOf(title).map(({ concept }) => concept?.forms.map((form) => form.join(' ')));
    assert.deepEqual(concepts('drukarki'), [['drukar', 'printe']]);
    assert.deepEqual(concepts('I cannot sign in'), [['logowa', 'sign', 'login']]);
    assert.deepEqual(concepts('monitor'), [undefined]);
  });
});
