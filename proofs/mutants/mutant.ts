/** A defence of the code, broken in one place. */
export interface Mutant {
  /** The rule that no longer holds. */
  readonly breaks: string;
  readonly file: string;
  /** The text to replace; it stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** The test files of which one must fail. */
  readonly tests: readonly string[];
  /** The database to run the tests on; SQLite by default. */
  readonly on?: 'sqlite' | 'postgres';
}
