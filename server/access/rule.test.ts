import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Standing } from '#contract/words.ts';
import { type Fact, holds, INTERNALS, KNOWN, OPENS, printed, type Rule, STANDING } from './rule.ts';

/** The table of docs/rules/access.md#standing, and what follows from several of its rows at once. */
const NONE = 'none';
const TABLE: readonly (readonly [
  person: string,
  facts: readonly Fact[],
  open: Standing,
  sealed: Standing,
  restricted: Standing,
  restrictedInSealed: Standing,
])[] = [
  ['a user who reported it', ['reported'], 'reporter', 'reporter', 'reporter', 'reporter'],
  ['a developer who reported it', ['developer', 'reported'], 'worker', 'reporter', 'reporter', 'reporter'],
  ['who works there, too', ['developer', 'reported', 'works'], 'worker', 'worker', 'reporter', 'reporter'],
  ['who reads there, too', ['developer', 'reported', 'reads'], 'worker', 'reporter', 'reporter', 'reporter'],
  ['who was assigned, too', ['developer', 'reported', 'assigned'], 'worker', 'reporter', 'worker', 'reporter'],
  ['a user who was added', ['added'], 'participant', 'participant', 'participant', 'participant'],
  ['a user whom a worker added', ['added', 'appointed'], 'participant', 'participant', 'participant', 'participant'],
  [
    'a developer whom the reporter added',
    ['developer', 'added'],
    'worker',
    'participant',
    'participant',
    'participant',
  ],
  ['whom a worker added', ['developer', 'added', 'appointed'], 'worker', 'participant', 'worker', 'worker'],
  ['a reader who was added', ['developer', 'added', 'reads'], 'worker', 'participant', 'participant', 'participant'],
  ['a developer of a team that works there', ['developer', 'works'], 'worker', 'worker', NONE, NONE],
  ['a lead of it', ['developer', 'works', 'leads'], 'worker', 'worker', 'worker', 'worker'],
  ['a developer of a team that reads there', ['developer', 'reads'], 'worker', 'reader', NONE, NONE],
  ['the assignee', ['developer', 'assigned'], 'worker', NONE, 'worker', NONE],
  ['the assignee who works there', ['developer', 'works', 'assigned'], 'worker', 'worker', 'worker', 'worker'],
  ['the assignee who reads there', ['developer', 'reads', 'assigned'], 'worker', 'reader', 'worker', NONE],
  ['any other developer', ['developer'], 'worker', NONE, NONE, NONE],
  ['a user in a team', ['works', 'leads'], NONE, NONE, NONE, NONE],
  ['a user who was a developer and assigned', ['assigned', 'reads'], NONE, NONE, NONE, NONE],
  ['any other user', [], NONE, NONE, NONE, NONE],
];

const PLACES: readonly (readonly Fact[])[] = [[], ['sealed'], ['restricted'], ['restricted', 'sealed']];
const standingWith = (facts: readonly Fact[]): Standing =>
  STANDING.find(([, rule]) => holds(rule, (fact) => facts.includes(fact)))?.[0] ?? 'none';

const CELLS = TABLE.flatMap(([person, facts, ...standings]) =>
  standings.map((expected, place) => ({ person, facts: [...facts, ...(PLACES[place] ?? [])], expected })),
);

const ALL: readonly Fact[] = [
  ...(['developer', 'sealed', 'works', 'reads', 'leads'] as const),
  ...(['restricted', 'reported', 'assigned', 'added', 'appointed'] as const),
];
const EVERY_WORLD = Array.from({ length: 2 ** ALL.length }, (_, bits) => ALL.filter((_fact, at) => (bits >> at) & 1));

describe('the rule of sight', () => {
  test('gives everybody the standing of the table', () => {
    for (const { person, facts, expected } of CELLS)
      assert.equal(standingWith(facts), expected, `${person}: ${facts.join(', ')}`);
  });

  test('opens what somebody is anything to, and shows internals to workers and readers', () => {
    for (const facts of EVERY_WORLD) {
      const is = (fact: Fact) => facts.includes(fact);
      const standing = standingWith(facts);
      assert.equal(holds(OPENS, is), standing !== 'none', facts.join());
      assert.equal(holds(INTERNALS, is), standing === 'worker' || standing === 'reader', facts.join());
      const isOpen = !is('sealed') && !is('restricted');
      assert.equal(holds(KNOWN, is), isOpen || is('reported') || is('added'), facts.join());
    }
  });

  test('folds what is known away, and leaves the rest', () => {
    const text = (part: string) => ({ text: part });
    const print = (rule: Rule, facts: Partial<Record<Fact, boolean>>) => {
      const result = printed<{ text: string }>(rule, {
        word: (part) => (typeof part === 'string' ? (facts[part] ?? text(part)) : undefined),
        all: (parts) => text(`(${parts.map((part) => part.text).join(' & ')})`),
        any: (parts) => text(`(${parts.map((part) => part.text).join(' | ')})`),
        not: (part) => text(`!${part.text}`),
      });
      return typeof result === 'boolean' ? result : result.text;
    };
    assert.equal(print(INTERNALS, { developer: true, sealed: false, restricted: false }), true);
    assert.equal(print(INTERNALS, { developer: false }), false);
    assert.equal(print(OPENS, { developer: false }), '(reported | added)');
    assert.equal(
      print(INTERNALS, { developer: true, restricted: true, sealed: true, works: false, leads: false }),
      'appointed',
    );
  });
});
