import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { entryFinder, readGlossary } from '../search/glossary.ts';
import { type QuestionTerm, questionTerms, type Unit } from './asked-terms.ts';
import {
  ANSWERS_PER_STEM,
  candidatesOf,
  MOST_ASKED,
  type Posting,
  pairsOf,
  rarestOf,
  rarestUnits,
  rarityOf,
  unitsOf,
} from './candidates.ts';
import { type AnswerText, STANDS } from './counted-stems.ts';
import { fitOf, ranked } from './ranking.ts';

const full = (newest: number, step: number) => Array.from({ length: ANSWERS_PER_STEM }, (_, n) => newest - n * step);
const unit = (stem: string, weight = 1): Unit => ({ forms: [[stem]], weight });
const term = (...stems: Unit[]): QuestionTerm => ({ words: [], weight: 1, isFaint: false, stems, concept: null });
const answer = (number: number, title: string, summary = '') => ({
  number,
  title,
  description: '',
  question: null,
  found_by: [],
  isOpen: true,
  summary,
});
const rarity = (postings: readonly Posting[]) => rarityOf(postings, ANSWERS_PER_STEM);
const rank = <A extends AnswerText>(
  answers: readonly A[],
  terms: readonly QuestionTerm[],
  postings: readonly Posting[],
) => ranked(answers, terms, rarity(postings), rarestOf(postings));
const noGlossary = () => undefined;

describe('answers', () => {
  test('that many have are told from those that few have, by how far the newest of them reach back', () => {
    const [rare, common, everywhere, never] = [[90_000, 7], full(100_000, 30), full(100_000, 1), []].map((numbers) => ({
      unit: unit('any'),
      numbers,
    }));
    assert.ok(rare && common && everywhere && never);
    const rated = rarity([rare, common, everywhere, never]);
    const idf = (posting: Posting) => rated.get(posting.unit)?.idf ?? 0;
    assert.ok(idf(never) > idf(rare) && idf(rare) > idf(common) && idf(common) > idf(everywhere));
    assert.ok(idf(everywhere) > 0);
    assert.ok(Math.abs(idf(common) - Math.log(30)) < 0.1, 'one in thirty');
    assert.deepEqual([rated.get(never.unit)?.isKnown, rated.get(rare.unit)?.isKnown], [false, true]);
  });

  test('with two common units are asked for beside the newest of either, one unit a word', () => {
    const [tone, toner, druk, drukar, rare] = [
      unit('tone', 0.5),
      unit('toner', 0.7),
      unit('druk', 0.5),
      unit('drukar', 0.7),
      unit('rare'),
    ] as const;
    const postings = [tone, toner, druk, drukar].map((stemUnit, index) => ({
      unit: stemUnit,
      numbers: full(900 + Math.floor(index / 2), 2),
    }));
    const all = [...postings, { unit: rare, numbers: [5, 4] }];
    const pairs = pairsOf([term(tone, toner), term(druk, drukar), term(rare)], all, rarity(all));
    assert.deepEqual(
      pairs.map((pair) => pair.map(({ forms }) => forms.join()).sort()),
      [['drukar', 'toner']],
    );
    const candidates = candidatesOf(all, [{ of: [toner, drukar], numbers: [3] }], rarity(all));
    assert.ok(candidates.includes(3));
  });

  test('that cover too little of what tells most are left out; what a long report says besides does not matter', () => {
    const ranking = (title: string, description: string, answers: readonly AnswerText[]) => {
      const terms = questionTerms(title, description, noGlossary);
      const postings = unitsOf(terms).map((stemUnit) => ({ unit: stemUnit, numbers: [1] }));
      return rank(answers, terms, postings).map(({ answer: { number }, share }) => [number, share]);
    };
    const chat = Array.from({ length: 60 }, (_, n) => `chat${n}`).join(' ');
    assert.deepEqual(ranking('one two three four five six', '', [answer(1, 'one')]), []);
    assert.deepEqual(ranking('fuser jams', '', [answer(1, 'The fuser jams')]), [[1, 1]]);
    assert.equal(ranking('fuser jams paper', chat, [answer(1, 'The fuser jams paper')]).length, 1);
  });

  test('that stand alone need one word that tells something', () => {
    const offered = (others: readonly AnswerText[]) => {
      const terms = questionTerms('Toner smokes', '', noGlossary);
      const postings = unitsOf(terms).map((stemUnit) => ({ unit: stemUnit, numbers: [1] }));
      const answers = [{ ...answer(1, '', 'A toner'), isOpen: false }, ...others];
      return rank(answers, terms, postings).map((result) => result.answer.number);
    };
    assert.deepEqual(offered([answer(2, 'A lamp')]), [1]);
    assert.deepEqual(offered([{ ...answer(2, '', 'The toner'), isOpen: false }]), []);
  });

  test('with what means the same cover nine tenths of a word, and two words of a question that mean the same count once', () => {
    const entryOf = entryFinder(readGlossary('monitor | screen').entries);
    const shareOf = (title: string, words: string) => {
      const terms = questionTerms(title, '', entryOf);
      // Many answers have `screen`, few the word itself.
      const postings = unitsOf(terms).map((stemUnit) => ({
        unit: stemUnit,
        numbers: stemUnit.forms.length > 1 ? [9, 8, 7, 6, 5, 4, 3, 2, 1] : [1],
      }));
      return rank([answer(1, words)], terms, postings)[0]?.share ?? 0;
    };
    assert.equal(shareOf('monitor', 'screen'), 0.9);
    assert.ok(shareOf('monitor screen lamp', 'screen lamp') < shareOf('monitor smoke lamp', 'screen smoke lamp') - 0.1);
  });

  test('are held to a word of which only the beginning is known, as to one that no answer has', () => {
    const [often, never, lamp, shad] = [unit('stan', 0.5), unit('standi', 0.7), unit('lamp'), unit('shad')];
    const postings = [
      { unit: often, numbers: Array.from({ length: 100 }, (_, n) => 100 - n) },
      { unit: never, numbers: [] },
      { unit: lamp, numbers: [1] },
      { unit: shad, numbers: [1] },
    ];
    const [best] = rank([answer(1, 'lamp shad')], [term(often, never), term(lamp), term(shad)], postings);
    assert.ok(best && best.share < 0.86, `${best?.share}`);
  });

  test('fit by how much they cover and by how many telling words they have; a code says enough', () => {
    const offered = (title: string, description: string, ...answers: string[]) => {
      const terms = questionTerms(title, description, noGlossary);
      const postings = unitsOf(terms).map((stemUnit) => ({ unit: stemUnit, numbers: [1] }));
      const ranking = rank(
        answers.map((words, n) => answer(n, words)),
        terms,
        postings,
      );
      return ranking.map((result) => answers[result.answer.number]);
    };
    // `up` says little: it is no telling word.
    assert.deepEqual(offered('desk up lamp', 'cable', 'desk up', 'desk lamp'), ['desk lamp']);
    assert.deepEqual(offered('fuser', 'paper toner smoke', 'fuser', 'paper toner', 'fuser smoke'), ['fuser smoke']);
    assert.deepEqual(offered('E5402', 'paper toner', 'E5402'), ['E5402']);
  });

  test('fit the better, the more their words tell, and the more they lead', () => {
    const met = { covered: 2, isSure: true, isOfCode: false, places: STANDS.answer };
    const fit = { covered: 0.5, met: [met, met], words: 4, lead: 1 };
    const least = fitOf(fit, 5);
    for (const better of [
      { ...fit, covered: 0.6 },
      { ...fit, met: [met, { ...met, covered: 3 }] },
      { ...fit, met: [met, { ...met, places: STANDS.title }] },
      { ...fit, met: [met, met, met] },
      { ...fit, words: 2 },
      { ...fit, lead: 1.5 },
    ])
      assert.ok(fitOf(better, 5) > least, JSON.stringify(better));
    assert.ok(fitOf({ ...fit, met: [met, { ...met, isSure: false }] }, 5) < least);
  });

  test('with another code that looks alike lose two fifths', () => {
    const [terms] = [questionTerms('Update 0x80240034', '', noGlossary)];
    const postings = unitsOf(terms).map((stemUnit) => ({ unit: stemUnit, numbers: [1] }));
    const shareOf = (title: string) => rank([answer(1, title)], terms, postings)[0]?.share ?? 0;
    assert.equal(shareOf('Update 0x80240034'), 1);
    assert.ok(shareOf('Update 0x80070005') < 0.6 * shareOf('Update of the printer') + 0.001);
  });

  test('with the words in their title come first, then those with more of them, then the newest', () => {
    const vpn = unit('vpn');
    const order = rank(
      [answer(1, 'About', 'vpn and more'), answer(2, 'vpn', 'no'), answer(3, 'vpn', 'no'), answer(4, 'None')],
      [term(vpn)],
      [{ unit: vpn, numbers: [4, 3, 2, 1] }],
    );
    assert.deepEqual(
      order.map(({ answer: { number } }) => number),
      [3, 2, 1],
    );
  });

  test('are few, each once, and best first, whatever is asked', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: ANSWERS_PER_STEM });
    const lists = fc.array(
      numbers.map((list) => list.sort((a, b) => b - a)),
      { minLength: 1, maxLength: 64 },
    );
    fc.assert(
      fc.property(lists, (drawn) => {
        const postings = drawn.map((list, n) => ({ unit: unit(`s${n}`), numbers: list }));
        const rated = rarity(postings);
        const telling = rarestUnits(postings, rated);
        assert.ok(telling.length <= MOST_ASKED);
        const questioned = postings.filter((posting) => telling.includes(posting.unit));
        const candidates = candidatesOf(questioned, [], rated);
        assert.ok(candidates.length <= 40 && new Set(candidates).size === candidates.length);
        assert.ok(candidates.every((number) => questioned.some(({ numbers }) => numbers.includes(number))));
        assert.ok([...rated.values()].every(({ idf }) => Number.isFinite(idf) && idf > 0));
      }),
    );
  });
});
