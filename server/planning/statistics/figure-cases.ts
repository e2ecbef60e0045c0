import type { Durations } from '#contract/figures.ts';
import type { Category } from '#contract/words.ts';
import { FEWEST_FOR_SHARES, type FigureGrouping } from '#contract/words.ts';
import { DAY } from '#platform';

/** A ticket that was reported in a period, or was closed in it or later. */
export interface FigureCase {
  readonly project_id: string | null;
  readonly category: Category;
  readonly team_id: string | null;
  /** The ids of labels, with commas between them; null for none. */
  readonly label_ids: string | null;
  /** The keys of options of the field by which figures are told, with commas between them; null for none. */
  readonly option_keys: string | null;
  /** The day on which it was reported, as `2026-11-26`. */
  readonly reported: string;
  /** The day on which it was closed; null while it is open. */
  readonly closed: string | null;
  /** The minutes from its report until the first reply; null while there was none. */
  readonly first_reply: number | null;
  /** The minutes from its report until it was closed. */
  readonly answer: number | null;
}

/** An event of a case in the period. The field of its name holds the day, the field in `MINUTES_OF` how long it took. */
export type Happening = 'reported' | 'closed';
const MINUTES_OF = { reported: 'first_reply', closed: 'answer' } as const;

/** Days since 1970. */
export const numberOfDay = (day: string): number => Date.parse(day) / DAY;

/** By what figures are told: also by the options of one field. */
export type CaseGrouping = FigureGrouping | 'field';

/** The keys of a case in each grouping: a ticket counts in each of its labels. */
const KEYS_OF: Readonly<Record<CaseGrouping, (ticket: FigureCase, what: Happening) => readonly (string | null)[]>> = {
  project: ({ project_id }) => [project_id],
  category: ({ category }) => [category],
  team: ({ team_id }) => [team_id],
  label: ({ label_ids }) => label_ids?.split(',') ?? [null],
  field: ({ option_keys }) => option_keys?.split(',') ?? [null],
  month: (ticket, what) => [ticket[what]?.slice(0, 7) ?? null],
};

/** The cases of each key. */
export function casesByKey(
  grouping: CaseGrouping,
  cases: readonly FigureCase[],
  what: Happening,
): ReadonlyMap<string | null, readonly FigureCase[]> {
  const byKey = new Map<string | null, FigureCase[]>();
  for (const ticket of cases)
    for (const key of KEYS_OF[grouping](ticket, what)) byKey.getOrInsertComputed(key, () => []).push(ticket);
  return byKey;
}

/** The nearest rank: the least value that so large a share of all does not exceed; null for fewer than ten. @param sorted in ascending order. */
export const nearestRank = (sorted: ArrayLike<number>, share: number): number | null =>
  sorted.length < FEWEST_FOR_SHARES ? null : (sorted[Math.ceil(share * sorted.length) - 1] ?? null);

/** How long it took until cases were answered first, or closed. */
export function durationsOf(cases: readonly FigureCase[], what: Happening): Durations {
  const sorted = Float64Array.from(cases.flatMap((ticket) => ticket[MINUTES_OF[what]] ?? [])).sort();
  return {
    count: sorted.length,
    p50_minutes: nearestRank(sorted, 0.5),
    p85_minutes: nearestRank(sorted, 0.85),
    p95_minutes: nearestRank(sorted, 0.95),
    points: sorted.length < FEWEST_FOR_SHARES ? [...sorted] : [],
  };
}
