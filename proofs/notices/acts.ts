import fc from 'fast-check';
import { STATUSES } from '../../contract/words.ts';
import { WHO } from './model.ts';

/** Chooses one of those whom, or which, the rules allow; who does an act is `by`. */
const choice = fc.nat(59);
const by = choice;
const names = fc.uniqueArray(fc.constantFrom(...WHO), { maxLength: 3 });
const status = fc.constantFrom(...STATUSES.filter((value) => value !== 'submitted'));
const mostly = fc.nat(3).map((n) => n > 0);

const ACTS = {
  comment: fc.record({
    does: fc.constant('comment' as const),
    by,
    kind: fc.constantFrom('public', 'internal', 'answer'),
    names,
  }),
  edit: fc.record({ does: fc.constant('edit' as const), comment: choice, names }),
  takeBack: fc.record({ does: fc.constant('take back' as const), comment: choice }),
  move: fc.record({
    does: fc.constant('move' as const),
    by,
    status: fc.oneof(status, fc.constant('closed' as const)),
    /** Whether a closing has an answer of its own, and whom that names. */
    answers: fc.boolean(),
    names,
    /** The person it gives the ticket to; null for nobody else. */
    to: fc.option(choice, { freq: 3 }),
  }),
  /** `to` is null where it is taken from the person who has it. */
  assign: fc.record({ does: fc.constant('assign' as const), by, to: fc.option(choice, { freq: 5 }) }),
  reopen: fc.record({ does: fc.constant('reopen' as const), names }),
  follow: fc.record({ does: fc.constant('follow' as const), by }),
  unfollow: fc.record({ does: fc.constant('unfollow' as const), by }),
  changeRole: fc.record({ does: fc.constant('change role' as const), ofReporter: mostly, whom: choice }),
  changeActivity: fc.record({ does: fc.constant('change activity' as const) }),
  read: fc.record({ does: fc.constant('read' as const), by, which: fc.constantFrom('ticket', 'ids', 'until') }),
  unread: fc.record({ does: fc.constant('unread' as const), by }),
} as const;

const WEIGHTS: Readonly<Record<keyof typeof ACTS, number>> = {
  comment: 8,
  edit: 1,
  takeBack: 3,
  move: 6,
  assign: 3,
  reopen: 2,
  follow: 4,
  unfollow: 1,
  changeRole: 3,
  changeActivity: 1,
  read: 2,
  unread: 1,
};

type Name = keyof typeof ACTS;

/** One of the acts. */
export type AnyAct = { [K in Name]: (typeof ACTS)[K] extends fc.Arbitrary<infer A> ? A : never }[Name];

const anyAct = fc.oneof(
  ...(Object.keys(ACTS) as Name[]).map((name) => ({
    weight: WEIGHTS[name],
    arbitrary: ACTS[name] as fc.Arbitrary<AnyAct>,
  })),
);

/** The reporter of the ticket, and the acts on it. */
export const histories = (most: number) =>
  fc.record({
    reporter: fc.constantFrom('ada' as const, 'jan' as const, 'ola' as const),
    acts: fc.array(anyAct, { minLength: 4, maxLength: most, size: 'max' }),
  });
