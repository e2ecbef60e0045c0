import { type Instant, MINUTE, shifted } from '#platform';

/** How far back a pass looks for changes: longer than a transaction may take, or the clocks of two nodes differ. */
const OVERLAP_MS = MINUTE;

/** The moment since which a pass looks for changes. */
export const lately = (now: Instant): Instant => shifted(now, -OVERLAP_MS);

/** How far each of some things is, by its id. It grows with each change. */
type Revisions = ReadonlyMap<string, number>;

/** Finds out what has changed since people were last told. Of what was there before the first look nobody is told. */
export class ToldRevisions {
  /** How far each was when people were last told; null before the first look. */
  #told: Revisions | null = null;
  /** How far each is. */
  #now: Revisions = new Map();

  /** The ids of those that have changed. A look whose news were not told finds them again. */
  changed(now: Revisions): ReadonlySet<string> {
    this.#now = now;
    const told = this.#told ?? now;
    this.#told = told;
    return new Set([...now].flatMap(([id, revision]) => (told.get(id) === revision ? [] : [id])));
  }

  /** Notes that people are told of all that the last look found. */
  tell(): void {
    this.#told = this.#now;
  }
}
