/**
 * The rule of sight, as data (docs/rules/access.md#standing): facts of a person and a ticket, and conditions over them.
 * `holds` evaluates a condition in memory, `printed` writes it in another notation: `scope-filter.ts` in SQL, `spaces.ts`
 * in the spaces of the indexes of words. No other place decides it.
 */
import type { Standing } from '#contract/words.ts';

/**
 * `works`, `reads` and `leads`: what the person's teams give in the ticket's project. `added`: the person stands on the
 * ticket. `appointed`: by whoever works on it, and not by its reporter alone.
 */
export type Fact =
  | 'developer'
  | 'sealed'
  | 'works'
  | 'reads'
  | 'leads'
  | 'restricted'
  | 'reported'
  | 'assigned'
  | 'added'
  | 'appointed';

export type Rule =
  | Fact
  | { readonly all: readonly Rule[] }
  | { readonly any: readonly Rule[] }
  | { readonly not: Rule };

const all = (...parts: readonly Rule[]): Rule => ({ all: parts });
const any = (...parts: readonly Rule[]): Rule => ({ any: parts });
const not = (part: Rule): Rule => ({ not: part });

/** An open project is everybody's who works in none that is sealed. */
export const WORKS_THERE = any(not('sealed'), 'works');

/** The first row that holds is what a person is to a ticket; without one, nothing. */
export const STANDING = [
  [
    'worker',
    all(
      'developer',
      any(
        all(not('restricted'), WORKS_THERE),
        all('restricted', any(all(WORKS_THERE, 'assigned'), 'leads', 'appointed')),
      ),
    ),
  ],
  ['reporter', 'reported'],
  ['participant', 'added'],
  ['reader', all('developer', not('restricted'), 'reads')],
] as const satisfies readonly (readonly [Standing, Rule])[];

const [[, WORKER], , , [, READER]] = STANDING;

export { WORKER };

/** Internal comments, notes and their history are for workers, and for readers who are nothing else to the ticket. */
export const INTERNALS = any(WORKER, all(READER, not('reported'), not('added')));

/** A ticket opens for everybody who is anything to it. */
export const OPENS = any(...STANDING.map(([, rule]) => rule));

/** Nobody may know of a ticket that is apart who may not open it. */
export const APART = any('sealed', 'restricted');

/** Reporters know that there are others' tickets, unless these are apart. */
export const KNOWN = any(not(APART), 'reported', 'added');

export const SEES_PROJECT = any(not('sealed'), all('developer', any('works', 'reads')));
export const WORKS_IN_PROJECT = all('developer', WORKS_THERE);

/** The kinds of projects by which a reader's tickets are asked for: each is a list of ids. */
export const PLACES = {
  /** Sealed, and the reader does not work there. */
  closed: all('sealed', not(WORKS_IN_PROJECT)),
  /** Sealed, and the reader works there or reads. */
  sealed: all('sealed', SEES_PROJECT),
  reading: all('sealed', 'developer', 'reads'),
  led: all('developer', 'leads'),
} as const satisfies Readonly<Record<string, Rule>>;

/** Whether a condition holds for these facts. */
export function holds(rule: Rule, is: (fact: Fact) => boolean): boolean {
  if (typeof rule === 'string') return is(rule);
  if ('not' in rule) return !holds(rule.not, is);
  return 'all' in rule ? rule.all.every((part) => holds(part, is)) : rule.any.some((part) => holds(part, is));
}

/** Another notation in which a condition can be written. */
export interface Notation<T> {
  /** A fact, or a larger part of the condition, in that notation or as it is known already; undefined for parts to be written part by part. */
  readonly word: (part: Rule) => T | boolean | undefined;
  readonly all: (parts: readonly T[]) => T;
  readonly any: (parts: readonly T[]) => T;
  readonly not: (part: T) => T;
}

/** Writes a condition. Known facts fold away; a condition that is known whole is a boolean. */
export function printed<T extends object>(rule: Rule, to: Notation<T>): T | boolean {
  const word = to.word(rule);
  if (word !== undefined) return word;
  if (typeof rule === 'string') throw new TypeError(`No word for ${rule}`);
  if ('not' in rule) {
    const part = printed(rule.not, to);
    return typeof part === 'boolean' ? !part : to.not(part);
  }
  const [parts, end, join] = 'all' in rule ? ([rule.all, false, to.all] as const) : ([rule.any, true, to.any] as const);
  const left: T[] = [];
  for (const part of parts) {
    const text = printed(part, to);
    if (text === end) return end;
    if (typeof text !== 'boolean') left.push(text);
  }
  const [first] = left;
  if (first === undefined) return !end;
  return left.length === 1 ? first : join(left);
}
