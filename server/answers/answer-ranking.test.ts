import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { stemsOf } from '../search/stems.ts'
import { ANSWERS_PER_STEM, candidatesOf, pairsOf, ranked, rated, stemsAsked } from './answer-ranking.ts'

const full = (newest: number, step: number) => Array.from({ length: ANSWERS_PER_STEM }, (_, n) => newest - n * step)
const asked = (stem: string, numbers: readonly number[], weight = 1) => ({ stem, weight, numbers })
const answer = (number: number, title: string, summary = '') => ({ number, title, description: '', summary })

describe('stems', () => {
  test('are the first four and the first six letters of each word that says something', () => {
    const stems = (text: string) => stemsOf(text).map(({ stem }) => stem)
    assert.deepEqual(stems('Drukarka nie działa'), ['druk', 'drukar', 'dzia', 'dziala'])
    assert.deepEqual(stems('The VPN of our office'), ['vpn', 'offi', 'office'])
    assert.deepEqual(stems('nie mam się'), [])
    assert.deepEqual(stems('𠀀'.repeat(9)), ['𠀀'.repeat(4), '𠀀'.repeat(6)])
  })

  test('of a title count twice as much as those of a description, and no more than 24 are asked for', () => {
    assert.deepEqual(stemsAsked('Stary VPN', 'vpn laptop'), [
      { stem: 'star', weight: 0.5 },
      { stem: 'stary', weight: 0.7 },
      { stem: 'vpn', weight: 1 },
      { stem: 'lapt', weight: 0.25 },
      { stem: 'laptop', weight: 0.35 },
    ])
    const many = Array.from({ length: 50 }, (_, n) => `w${n}`).join(' ')
    assert.equal(stemsAsked(many, many).length, 24)
  })
})

describe('answers', () => {
  test('that many have are told from those that few have, by how far the newest of them reach back', () => {
    const [rare, common, everywhere, never] = rated([
      asked('rare', [90_000, 7]),
      asked('common', full(100_000, 30)),
      asked('everywhere', full(100_000, 1)),
      asked('never', []),
    ]).map(({ idf }) => idf)
    assert.ok(rare && common && everywhere && never)
    assert.ok(never > rare && rare > common && common > everywhere && everywhere > 0)
    assert.ok(Math.abs(common - Math.log(30)) < 0.1, 'one in thirty')
  })

  test('with two common stems are asked for beside the newest of either', () => {
    const stems = rated([asked('a', full(900, 2)), asked('b', [5, 4], 0.1), asked('c', full(1001, 2))])
    assert.deepEqual(pairsOf(stems).flat().sort(), [0, 2])
    const found = candidatesOf(stems, [{ of: [2, 0], numbers: [3] }])
    assert.ok(found.includes(3))
  })

  test('with two forms of one word are asked for by neither pair', () => {
    const stems = rated(
      ['tone', 'toner', 'druk', 'drukar'].map((stem, index) =>
        asked(stem, full(900, 2 + index), index % 2 ? 0.7 : 0.5),
      ),
    )
    assert.deepEqual(
      pairsOf(stems).map((pair) => pair.map((index) => stems[index]?.stem).sort()),
      [['drukar', 'toner']],
    )
  })

  test('that share too little do not pass the gate; a form of a word that no answer has is not missing', () => {
    const rest = ['b', 'c', 'd', 'e'].map((stem) => asked(stem, []))
    assert.deepEqual(candidatesOf(rated([asked('a', [1]), ...rest]), []), [])
    const forms = ['bbbb', 'cccc'].map((stem) => asked(stem, [1], 0.5))
    const unseen = ['bbbbbb', 'cccccc'].map((stem) => asked(stem, [], 5))
    assert.deepEqual(candidatesOf(rated([...forms, ...unseen]), []), [1])
  })

  test('with the words in their title come first, then those with more of them, then the newest', () => {
    const stems = rated([asked('vpn', [4, 3, 2, 1]), asked('jam', [9])])
    const order = ranked(
      [answer(1, 'About', 'vpn and more'), answer(2, 'vpn', 'no'), answer(3, 'vpn', 'no'), answer(4, 'None')],
      stems,
    )
    assert.deepEqual(
      order.map(({ answer: { number } }) => number),
      [3, 2, 1],
    )
  })

  test('are few, each once, and best first, whatever is asked', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: ANSWERS_PER_STEM })
    const lists = fc.array(
      numbers.map((list) => list.sort((a, b) => b - a)),
      { minLength: 1, maxLength: 24 },
    )
    fc.assert(
      fc.property(lists, (found) => {
        const stems = rated(found.map((list, n) => asked(`s${n}`, list)))
        const candidates = candidatesOf(stems, [])
        assert.ok(candidates.length <= 40 && new Set(candidates).size === candidates.length)
        assert.ok(candidates.every((number) => found.some((list) => list.includes(number))))
        assert.ok(stems.every(({ idf }) => Number.isFinite(idf) && idf > 0))
      }),
    )
  })
})
