import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVERYTHING, type Scopes } from '#access';
import { STATUSES } from '#contract/words.ts';
import type { Matching } from '#platform';
import { labelToWalk, mayBeMerged, type TicketListing, wayOf } from './way.ts';

const [everything] = EVERYTHING;
const PUBLIC: Scopes = [{ ...everything, kind: 'public' }];
const OPEN = STATUSES.filter((status) => status !== 'closed');
const SEARCH: Matching = {
  terms: [],
  mayLackOne: false,
  within: 'anywhere',
  without: null,
  internals: true,
  reporterId: null,
  spaces: [],
};
const LABEL = { any: ['a'], all: null, none: false, few: null, walked: null };
const ALL: TicketListing = {
  scopes: EVERYTHING,
  named: [],
  internals: true,
  reporterId: null,
  participating: false,
  following: null,
  statuses: null,
  awaitingReply: null,
  due: null,
  hasDue: null,
  merged: false,
  folds: null,
  labels: null,
  filters: [],
  search: null,
  sortField: null,
  hasDriver: false,
  sort: 'created_at',
  ascending: false,
  after: null,
  limit: 50,
};

/** The parts of a question to a list, each with the way of a list that asks for nothing else; the first of several decides. */
const ASKED: readonly (readonly [part: Partial<TicketListing>, way: string])[] = [
  [{ search: SEARCH }, 'words'],
  [{ scopes: PUBLIC }, 'few'],
  [{ participating: true }, 'few'],
  [{ following: true }, 'few'],
  [{ labels: { ...LABEL, few: ['a'] } }, 'label'],
  [{ labels: { ...LABEL, walked: 'a' } }, 'label'],
  [{ labels: LABEL }, 'order'],
  [{ following: false }, 'order'],
  [{ merged: true }, 'order'],
];

describe('the way of a list', () => {
  test('is that of the narrowest thing that it asks for, whatever its statuses', () => {
    for (const [index, [part, way]] of ASKED.entries())
      for (const [other] of ASKED.slice(index))
        for (const statuses of [null, ['closed'], OPEN] as const) {
          const listing = { ...ALL, ...other, ...part, statuses };
          if (way !== 'order') assert.equal(wayOf(listing), way, JSON.stringify(listing));
        }
  });

  test('is by status where it asks for open tickets alone, and in its order where closed ones may be many', () => {
    for (const [part] of ASKED.filter(([, way]) => way === 'order'))
      for (const status of STATUSES) {
        assert.equal(wayOf({ ...ALL, ...part, statuses: OPEN }), 'status');
        assert.equal(wayOf({ ...ALL, ...part, statuses: [status] }), status === 'closed' ? 'order' : 'status');
        assert.equal(wayOf({ ...ALL, ...part, statuses: [...OPEN, 'closed'] }), 'order');
      }
    assert.equal(wayOf(ALL), 'order');
    // The tickets of one person, and those that wait, have an index in each order.
    assert.equal(wayOf({ ...ALL, statuses: OPEN, reporterId: 'ada' }), 'order');
    assert.equal(wayOf({ ...ALL, statuses: OPEN, awaitingReply: true }), 'order');
    assert.equal(wayOf({ ...ALL, statuses: OPEN, awaitingReply: false }), 'status');
  });

  test('is along the values of a field where closed tickets may be many, and by status where there are none', () => {
    const sortField = {
      id: 'f',
      key: 'owner',
      kind: 'person',
      category: null,
      project_id: null,
      options: '[]',
    } as const;
    const by = (part: Partial<TicketListing>) => wayOf({ ...ALL, sortField, ...part });
    assert.deepEqual([by({}), by({ statuses: ['closed'] }), by({ statuses: OPEN })], ['field', 'field', 'status']);
    assert.deepEqual(
      [by({ statuses: OPEN, reporterId: 'ada' }), by({ statuses: OPEN, hasDriver: true })],
      ['field', 'few'],
    );
  });

  test('is along a label only where nothing but statuses leaves fewer', () => {
    const by = (part: Partial<TicketListing>) => labelToWalk({ ...ALL, labels: LABEL, ...part });
    assert.equal(by({}), 'a');
    assert.equal(by({ statuses: ['closed'] }), 'a');
    const filter = { form: '', values: {}, sql: () => assert.fail() };
    const narrow: Partial<TicketListing>[] = [
      { filters: [filter] },
      { reporterId: 'ada' },
      { following: false },
      { awaitingReply: false },
      { participating: true },
      { merged: true },
      { labels: null },
      { labels: { ...LABEL, any: ['a', 'b'] } },
      { labels: { ...LABEL, all: ['b'] } },
      { labels: { ...LABEL, none: true } },
    ];
    for (const part of narrow) assert.equal(by(part), null, JSON.stringify(part));
  });

  test('passes over joined tickets where closed ones may be among those', () => {
    assert.equal(mayBeMerged(ALL), true);
    assert.equal(mayBeMerged({ ...ALL, statuses: ['blocked', 'closed'] }), true);
    for (const part of [{ merged: true }, { statuses: OPEN }, { awaitingReply: true }])
      assert.equal(mayBeMerged({ ...ALL, ...part }), false);
  });
});
