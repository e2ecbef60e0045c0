import fc from 'fast-check';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../contract/words.ts';
import { WHO, type Who } from './model.ts';

/** Names a thing by its index, modulo how many there are; -1 names none. */
type Index = number;

/** Fields of a request, with people by name and projects by index. */
export type NumberedChanges = Readonly<Record<string, unknown>>;

/** A request that somebody makes, allowed or not. */
export type Action = { readonly who: Who } & (
  | { readonly does: 'report'; readonly changes: NumberedChanges }
  | {
      readonly does: 'change';
      readonly ticket: Index;
      readonly changes: NumberedChanges;
      readonly match: 'seen' | 'stale' | null;
    }
  | {
      readonly does: 'comment';
      readonly ticket: Index;
      readonly isInternal: boolean;
      readonly isSummary: boolean;
      readonly parent: Index | null;
    }
  | {
      readonly does: 'take back';
      readonly ticket: Index;
      readonly comment: Index;
      /** Whether `comment` counts the person's own comments on the ticket, or all comments. */
      readonly isOwn: boolean;
      readonly isLate: boolean;
    }
  | {
      readonly does: 'link';
      readonly one: Index;
      readonly other: Index;
      readonly type: string | null;
      readonly byNumber: boolean;
    }
  | { readonly does: 'unlink'; readonly one: Index; readonly other: Index }
  | { readonly does: 'set role'; readonly whom: Who; readonly role: 'user' | 'developer' }
  | { readonly does: 'add task'; readonly ticket: Index | null; readonly draft: Readonly<Record<string, unknown>> }
  | { readonly does: 'change task'; readonly task: Index; readonly changes: Readonly<Record<string, unknown>> | null }
  | { readonly does: 'reorder'; readonly order: readonly (readonly [task: Index, order_index: number])[] }
  | { readonly does: 'add project' }
  | { readonly does: 'remove project'; readonly project: Index }
);

const anybody = fc.constantFrom(...WHO);
/** Mostly a developer, who may do most things. */
const who = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('dev' as const, 'ewa' as const) },
  { weight: 1, arbitrary: anybody },
);
const rarely = fc.nat(9).map((n) => n === 0);
const seldom = fc.nat(2).map((n) => n === 0);
const index = fc.oneof({ weight: 30, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(-1) });
/** Mostly one of three indexes, so that actions meet what others have changed. */
const lowIndex = fc.oneof({ weight: 5, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: index });
const perhaps = <T>(what: fc.Arbitrary<T>) => fc.option(what, { freq: 3 });

const priority = fc.constantFrom(...PRIORITIES);
const hours = fc.constantFrom(null, 0, 1.5, 8);
const TEXTS = {
  title: fc.constantFrom('Jam', 'Printer', '  Printer on floor 2 jams ', 'Printer on floor 3 jams', ' ab '),
  description: fc.constantFrom('Short.', 'x'.repeat(50), 'x'.repeat(100)),
};
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...TEXTS,
  category: fc.constantFrom(...CATEGORIES),
  urgency_reporter: priority,
  priority,
  status: fc.constantFrom(...STATUSES),
  project_id: perhaps(index),
  assignee_id: perhaps(anybody),
  planned_date: fc.constantFrom(null, '2026-12-01', '2026-12-24'),
  estimated_hours: hours,
  internal_note: fc.constantFrom(null, 'Ask the vendor.'),
};

/** One to three of the fields, with values. */
const oneToThree = (fields: readonly string[]): fc.Arbitrary<NumberedChanges> =>
  fc
    .uniqueArray(
      fc
        .constantFrom(...fields)
        .chain((name) => (FIELDS[name] ?? fc.constant('Done.')).map((value) => [name, value] as const)),
      { minLength: 1, maxLength: 3, selector: ([name]) => name },
    )
    .map((entries) => Object.fromEntries(entries));

const OF_REPORTERS = ['title', 'description', 'category', 'urgency_reporter', 'project_id'];
const closing = fc.constant({ status: 'closed', closure_summary: 'Replaced the roller.' });
const changes = fc.oneof(
  { weight: 3, arbitrary: oneToThree(OF_REPORTERS) },
  // Status, assignee and planned date more often, since they move a ticket on.
  { weight: 6, arbitrary: oneToThree([...Object.keys(FIELDS), 'status', 'status', 'assignee_id', 'planned_date']) },
  { weight: 1, arbitrary: oneToThree([...Object.keys(FIELDS), 'closure_summary', 'status']) },
  { weight: 2, arbitrary: closing },
);
const drafts = fc.oneof(
  { weight: 8, arbitrary: oneToThree(OF_REPORTERS) },
  { weight: 1, arbitrary: oneToThree(Object.keys(FIELDS)) },
);
const taskChanges = fc.oneof(
  fc.record({ title: fc.constantFrom('Order toner', 'Call them') }),
  fc.record({ status: fc.constantFrom('todo', 'in_progress', 'done') }),
  fc.record({ priority, estimated_hours: hours }),
);

const PARTS: Readonly<Record<Action['does'], readonly [weight: number, Record<string, fc.Arbitrary<unknown>>]>> = {
  report: [2, { changes: fc.record(TEXTS).chain((texts) => drafts.map((draft) => ({ ...texts, ...draft }))) }],
  change: [24, { ticket: index, changes, match: fc.constantFrom(null, null, null, 'seen', 'stale') }],
  comment: [
    12,
    { who: anybody, ticket: lowIndex, isInternal: seldom, isSummary: seldom, parent: fc.option(index, { freq: 3 }) },
  ],
  'take back': [
    5,
    { who: anybody, ticket: lowIndex, comment: index, isOwn: fc.nat(3).map((n) => n > 0), isLate: rarely },
  ],
  link: [
    10,
    {
      one: lowIndex,
      other: lowIndex,
      type: perhaps(fc.constantFrom('related', 'duplicates', 'blocks', 'blocks', 'blocks')),
      byNumber: fc.boolean(),
    },
  ],
  unlink: [2, { one: lowIndex, other: lowIndex }],
  'set role': [3, { whom: anybody, role: fc.constantFrom('user', 'developer', 'developer') }],
  'add task': [5, { ticket: perhaps(index), draft: fc.record({ title: fc.constant('My words'), priority }) }],
  'change task': [5, { task: index, changes: perhaps(taskChanges) }],
  reorder: [
    2,
    { order: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 3 }) },
  ],
  'add project': [2, {}],
  'remove project': [1, { project: index }],
};

/** Arbitraries for every action, each as often as its weight says. */
export const actions = (): fc.Arbitrary<Action>[] =>
  Object.entries(PARTS).flatMap(([does, [weight, parts]]) =>
    Array.from(
      { length: weight },
      () => fc.record({ who, does: fc.constant(does), ...parts }) as fc.Arbitrary<unknown> as fc.Arbitrary<Action>,
    ),
  );
