import type { ChangeKind, ChangeState } from '#contract/git-words.ts';
import type { Instant } from '#platform';

/** A commit, a branch, or a pull or merge request, as a forge describes it. */
export interface CodeFact {
  readonly kind: ChangeKind;
  readonly repository: string;
  /** It is equal for the same thing, under whatever name that comes. */
  readonly identity: string;
  readonly title: string;
  readonly author: string | null;
  readonly state: ChangeState;
  readonly url: string | null;
  readonly at: Instant;
  /** 1 where the forge said when; 0 where it is known only when that came. */
  readonly is_dated: 0 | 1;
}

/** How far it is. A change in the last state stays there, whatever comes later. */
const RANK: Readonly<Record<ChangeState, number>> = { open: 0, closed: 1, merged: 2 };

const isFinal = ({ kind, state }: CodeFact): boolean => state === 'merged' || (kind === 'branch' && state === 'closed');

/** Beyond the moment, the order only has to be the same each time. */
const keyOf = ({ at, is_dated, title, url, author }: CodeFact) => [is_dated, at, title, url ?? '', author ?? ''];

const precedes = (fact: CodeFact, other: CodeFact): boolean => {
  const others = keyOf(other);
  const [mine, theirs] = keyOf(fact)
    .map((value, index) => [value, others[index] ?? ''] as const)
    .find(([a, b]) => a !== b) ?? [0, 0];
  return mine < theirs;
};

/** The further state says more where both are of the same moment. */
function stateOf(newest: CodeFact, older: CodeFact): ChangeState {
  const isAsOld = newest.at === older.at && newest.is_dated === older.is_dated;
  return isAsOld && RANK[older.state] > RANK[newest.state] ? older.state : newest.state;
}

/**
 * The outcome of two facts about one thing, in whatever order they came: the newest decides, but a merged change, or a
 * branch that is gone, stays so (docs/rules/shipping.md#code).
 */
export function mergedFact(fact: CodeFact, other: CodeFact): CodeFact {
  const [newest, older] = precedes(fact, other) ? [other, fact] : [fact, other];
  const final = [fact, other].find(isFinal);
  return { ...newest, state: final?.state ?? stateOf(newest, older) };
}
