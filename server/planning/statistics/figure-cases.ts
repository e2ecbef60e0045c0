import { type Durations, FEWEST_FOR_SHARES, type FigureGrouping } from '#contract/figures.ts';
import type { Category } from '#contract/tickets.ts';
import { DAY } from '#platform';

/** What figures are grouped by. */
export interface FigureKind {
  readonly project_id: string | null;
  readonly category: Category;
  readonly team_id: string | null;
  /** The ids of labels, with commas between them; null for none. */
  readonly label_ids: string | null;
}

/** A ticket that was reported, or closed, on a day. */
export interface FigureCase extends FigureKind {
  /** As `2026-11-26`. */
  readonly day: string;
  /** The day on which it was reported. */
  readonly reported: string;
  /** How long it took until the first reply, or until it was closed; null while there was no reply. */
  readonly minutes: number | null;
}

/** The cases of one day that is over, as `encodeDay` writes them. */
export interface FigureDay {
  readonly day: string;
  readonly content: string;
}

/** Days since 1970. */
export const numberOfDay = (day: string): number => Date.parse(day) / DAY;

interface DayContent {
  /** The ids and words that the numbers name by their places; the first one is none. */
  readonly ids: readonly string[];
  /** For each kind of ticket the places of its project, category, team and labels, how many cases there are, of how many the minutes follow, and these. */
  readonly reported: readonly number[];
  readonly closed: readonly number[];
  /** How many days before its closing each closed case was reported. */
  readonly ages: readonly number[];
}

const KIND = ['project_id', 'category', 'team_id', 'label_ids'] as const;
const COLUMNS: readonly FigureGrouping[] = ['project', 'category', 'team', 'label', 'month'];

/** The labels of a set; null for none. */
export const labelIdsOf = (ids: string | null): readonly (string | null)[] => ids?.split(',') ?? [null];

/** Writes the cases of one day in short, so that three years of them are read at once. */
export function encodeDay(reported: readonly FigureCase[], closed: readonly FigureCase[]): string {
  const ids = new Map<string, number>([['', 0]]);
  const place = (id: string | null): number => {
    const known = ids.get(id ?? '') ?? ids.size;
    ids.set(id ?? '', known);
    return known;
  };
  const kindsOf = (cases: readonly FigureCase[]) => [
    ...Map.groupBy(cases, (one) => KIND.map((name) => place(one[name])).join()),
  ];
  const numbersOf = (kinds: ReturnType<typeof kindsOf>): number[] =>
    kinds.flatMap(([key, cases]) => {
      const minutes = cases.flatMap((one) => one.minutes ?? []);
      return [...key.split(',').map(Number), cases.length, minutes.length, ...minutes];
    });
  const [came, went] = [kindsOf(reported), kindsOf(closed)];
  const content: DayContent = {
    ids: [...ids.keys()],
    reported: numbersOf(came),
    closed: numbersOf(went),
    ages: went.flatMap(([, cases]) => cases.map((one) => numberOfDay(one.day) - numberOfDay(one.reported))),
  };
  return JSON.stringify(content);
}

export const decodeDay = ({ content }: FigureDay): DayContent => JSON.parse(content);

/** Which projects, categories, teams and sets of labels count, of the cases that days count. */
export type FigureFilters = readonly ((id: string | null) => boolean)[];

/**
 * Cases of figures, column by column: a year may have a hundred thousand, and hardly two of one kind. Those of a kind on one day are
 * a row; ids and months are numbers.
 */
export class FigureCases {
  /** How many cases there are. */
  size = 0;
  /** How many there are on each day, in days since 1970. */
  readonly perDay = new Map<number, number>();
  /** The day of each closed case, and that of its report. */
  readonly closed: number[] = [];
  readonly reported: number[] = [];
  readonly #filters: FigureFilters;
  readonly #ids: (string | null)[] = [];
  readonly #places = new Map<string, number>();
  /** For each row the places of its project, category, team, labels and month among the ids. */
  readonly #columns: readonly number[][] = COLUMNS.map(() => []);
  /** How many cases each row has, and how many minutes. */
  readonly #cases: number[] = [];
  readonly #counts: number[] = [];
  /** Minutes, and the row of each. */
  readonly #minutes: number[] = [];
  readonly #rows: number[] = [];

  constructor(filters: FigureFilters) {
    this.#filters = filters;
  }

  /** Adds closed cases, or reported ones, which all count. */
  add(cases: readonly FigureCase[], areClosed: boolean): void {
    for (const { day, reported, minutes, project_id, category, team_id, label_ids } of cases) {
      const kind = [project_id, category, team_id, label_ids, day.slice(0, 7)];
      for (const [column, id] of kind.entries()) this.#columns[column]?.push(this.#place(id));
      this.#addRow(numberOfDay(day), 1, minutes === null ? [] : [minutes], 0, minutes === null ? 0 : 1);
      if (!areClosed) continue;
      this.closed.push(numberOfDay(day));
      this.reported.push(numberOfDay(reported));
    }
  }

  /** Adds those of a day that count. @param ages of closed cases. */
  addDay(day: string, ids: readonly string[], numbers: readonly number[], ages: readonly number[] = []): void {
    const [month, number] = [this.#place(day.slice(0, 7)), numberOfDay(day)];
    const places = ids.map((id) => this.#place(id || null));
    const [project = [], category = [], team = [], labels = []] = this.#filters.map((includes) =>
      ids.map((id) => includes(id || null)),
    );
    const at = (index: number): number => numbers[index] ?? 0;
    let age = 0;
    for (let index = 0; index < numbers.length; ) {
      const [cases, begin, end] = [at(index + 4), index + 6, index + 6 + at(index + 5)];
      if (project[at(index)] && category[at(index + 1)] && team[at(index + 2)] && labels[at(index + 3)]) {
        for (let column = 0; column < 4; column += 1) this.#columns[column]?.push(places[at(index + column)] ?? 0);
        this.#columns[4]?.push(month);
        this.#addRow(number, cases, numbers, begin, end);
        for (let one = age; one < age + cases && one < ages.length; one += 1) {
          this.closed.push(number);
          this.reported.push(number - (ages[one] ?? 0));
        }
      }
      age += cases;
      index = end;
    }
  }

  /** How long all cases took, and those of each project, category, team, label and month. All minutes are sorted once. */
  spreads(): FigureSpreads {
    const total = new FigureSpread();
    const by: Record<FigureGrouping, Map<string | null, FigureSpread>> = {
      project: new Map(),
      category: new Map(),
      team: new Map(),
      label: new Map(),
      month: new Map(),
    };
    const columns = COLUMNS.map((grouping, index) => ({
      group: by[grouping],
      places: Int32Array.from(this.#columns[index] ?? []),
      keysOf: grouping === 'label' ? labelIdsOf : (id: string | null) => [id],
      /** The spreads of each place; a ticket counts in each of its labels. */
      spreads: this.#ids.map((): FigureSpread[] => []),
    }));
    const rows = this.#cases.length;
    for (let row = 0; row < rows; row += 1) {
      const [cases, count] = [this.#cases[row] ?? 0, this.#counts[row] ?? 0];
      total.expect(cases, count);
      for (const { group, places, keysOf, spreads } of columns) {
        const place = places[row] ?? 0;
        const some = spreads[place] ?? [];
        if (some.length === 0) for (const key of keysOf(this.#ids[place] ?? null)) some.push(spreadAt(group, key));
        for (const spread of some) spread.expect(cases, count);
      }
    }
    // A number stays exact for as many minutes and rows as there can be.
    const sorted = new Float64Array(this.#minutes.length);
    for (let index = 0; index < sorted.length; index += 1)
      sorted[index] = (this.#minutes[index] ?? 0) * rows + (this.#rows[index] ?? 0);
    sorted.sort();
    for (const both of sorted) {
      const minutes = Math.floor(both / rows);
      const row = both - minutes * rows;
      total.take(minutes);
      for (const { places, spreads } of columns)
        for (const spread of spreads[places[row] ?? 0] ?? []) spread.take(minutes);
    }
    return { total, by };
  }

  #place(id: string | null): number {
    const known = this.#places.get(id ?? '');
    if (known !== undefined) return known;
    this.#places.set(id ?? '', this.#ids.length);
    return this.#ids.push(id) - 1;
  }

  /** Adds a row whose columns are there already. @param numbers have its minutes from `begin` until before `end`. */
  #addRow(day: number, cases: number, numbers: readonly number[], begin: number, end: number): void {
    const row = this.#cases.push(cases) - 1;
    this.#counts.push(end - begin);
    for (let index = begin; index < end; index += 1) {
      this.#minutes.push(numbers[index] ?? 0);
      this.#rows.push(row);
    }
    this.size += cases;
    this.perDay.set(day, (this.perDay.get(day) ?? 0) + cases);
  }
}

function spreadAt(group: Map<string | null, FigureSpread>, key: string | null): FigureSpread {
  const spread = group.get(key) ?? new FigureSpread();
  group.set(key, spread);
  return spread;
}

/** How long cases took: all of them, and those of each key. */
export interface FigureSpreads {
  readonly total: FigureSpread;
  readonly by: Readonly<Record<FigureGrouping, ReadonlyMap<string | null, FigureSpread>>>;
}

const SHARES = [0.5, 0.85, 0.95] as const;

/** How many cases there are, and how long they took. It keeps no more of the minutes than it tells. */
export class FigureSpread {
  /** Those without minutes among them. */
  cases = 0;
  #count = 0;
  #taken = 0;
  /** Where, in the order of minutes, half of all lie before, and so on: the nearest rank. */
  #ranks: readonly number[] = [];
  readonly #shares: [number, number, number] = [0, 0, 0];
  readonly #points: number[] = [];

  /** Says how many cases there are, before any of their minutes. @param count of how many the minutes follow. */
  expect(cases: number, count: number): void {
    this.cases += cases;
    this.#count += count;
  }

  /** Takes the minutes of one case, none of which are fewer than those before. */
  take(minutes: number): void {
    if (this.#taken === 0) this.#ranks = SHARES.map((share) => Math.ceil(share * this.#count));
    this.#taken += 1;
    if (this.#count < FEWEST_FOR_SHARES) this.#points.push(minutes);
    else {
      if (this.#taken === this.#ranks[0]) this.#shares[0] = minutes;
      if (this.#taken === this.#ranks[1]) this.#shares[1] = minutes;
      if (this.#taken === this.#ranks[2]) this.#shares[2] = minutes;
    }
  }

  get durations(): Durations {
    const [p50_minutes, p85_minutes, p95_minutes] = this.#count < FEWEST_FOR_SHARES ? [null, null, null] : this.#shares;
    return { count: this.#count, p50_minutes, p85_minutes, p95_minutes, points: this.#points };
  }
}
