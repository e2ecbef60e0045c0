/** A defence, broken in one place. */
export interface Mutant {
  /** What no longer holds. */
  readonly breaks: string
  readonly file: string
  /** Stands in the file once. */
  readonly from: string
  readonly to: string
  /** Of these, one must fail. */
  readonly tests: readonly string[]
  /** Where it is broken: on SQLite where nothing is said. */
  readonly on?: 'sqlite' | 'postgres'
}
