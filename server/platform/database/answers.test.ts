import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEachDatabase } from '#testing/start-app.ts';
import type { AnswerEntry, AnswerScope, StemLists } from './dialect.ts';

const PEOPLE = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'] as const;
const stem = fc.constantFrom('druk', 'drukar', 'tone', 'sie1', 'łącz');
const stems = fc.uniqueArray(stem, { maxLength: 4 });
// A few small numbers, so that entries are rewritten, and great ones.
const number = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(65_536, 1_000_000));

const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ number, reporterId: fc.constantFrom(...PEOPLE), stems, some: stems })
      .map(({ some, ...entry }) => ({ ...entry, shared: entry.stems.filter((word) => some.includes(word)) })),
  },
  { weight: 1, arbitrary: number },
);
const scope: fc.Arbitrary<AnswerScope> = fc.oneof(
  fc.constant({ only: 'shared' as const }),
  fc.constant({ all: true as const }),
  fc.record({ all: fc.constant(false as const), ownId: fc.constantFrom(...PEOPLE), shared: fc.boolean() }),
);
const list = fc.uniqueArray(stem, { minLength: 1, maxLength: 3 });
const searched = fc.array(fc.array(list, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const question = fc.record({ searches: searched, scope, most: fc.integer({ min: 1, max: 4 }) });

/** Whether an answer has all of the stems in texts that the reader may read. */
function has({ reporterId, stems, shared }: AnswerEntry, lists: StemLists, scope: AnswerScope): boolean {
  const isIn = (available: readonly string[]) => lists.some((list) => list.every((word) => available.includes(word)));
  if (!('all' in scope)) return isIn(shared);
  const isOwn = scope.all || scope.ownId === reporterId;
  return (isOwn && isIn(stems)) || (!scope.all && scope.shared && isIn(shared));
}

onEachDatabase('the index of answers', (app) => {
  test('finds the newest that have one of the lists of stems, where their reader may look', async () => {
    const { database } = app();
    const { answers } = database.dialect;
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 25 }),
        fc.array(question, { maxLength: 6 }),
        async (changes, questions) => {
          const entries = new Map<number, AnswerEntry>();
          await database.write(async (connection) => {
            for (const step of changes) {
              const at = typeof step === 'number' ? step : step.number;
              await (typeof step === 'number'
                ? connection.change(answers.drop, { number: step })
                : connection.change(answers.put, step));
              if (typeof step === 'number') entries.delete(at);
              else entries.set(at, step);
            }
          });
          try {
            for (const { searches, scope, most } of questions) {
              const newest = await database.read((connection) => answers.newest(connection, searches, scope, most));
              const right = searches.map((lists) =>
                [...entries.values()]
                  .filter((entry) => has(entry, lists, scope))
                  .map((entry) => entry.number)
                  .sort((a, b) => b - a)
                  .slice(0, most),
              );
              assert.deepEqual(newest, right);
            }
          } finally {
            await database.write(async (connection) => {
              for (const at of entries.keys()) await connection.change(answers.drop, { number: at });
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('finds the newest of stems that many answers have', async () => {
    const { database } = app();
    const { answers } = database.dialect;
    const numbers = Array.from({ length: 2300 }, (_, index) => index + 1);
    const entries = numbers.map((number): AnswerEntry => {
      const stems = ['druk', 'łącz', ...(number % 2 ? ['tone'] : []), ...(number % 3 ? ['sie1'] : [])];
      return { number, reporterId: PEOPLE[number % 2] ?? '', stems, shared: number % 5 ? stems.slice(0, 3) : [] };
    });
    await database.write(async (connection) => {
      for (const entry of entries) await connection.change(answers.put, entry);
    });
    const searches: StemLists[] = [
      [['druk', 'łącz']],
      [['druk', 'tone']],
      [['łącz', 'druk', 'sie1']],
      [['sie1', 'tone']],
    ];
    const scopes: AnswerScope[] = [{ only: 'shared' }, { all: true }, { all: false, ownId: PEOPLE[0], shared: true }];
    for (const scope of scopes) {
      const newest = await database.read((connection) => answers.newest(connection, searches, scope, 20));
      const right = searches.map((lists) =>
        entries.filter((entry) => has(entry, lists, scope)).map(({ number }) => number),
      );
      assert.deepEqual(
        newest,
        right.map((all) => all.toReversed().slice(0, 20)),
      );
    }
    await database.write(async (connection) => {
      for (const number of numbers) await connection.change(answers.drop, { number });
    });
  });
});
