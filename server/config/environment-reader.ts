/** Reads variables one by one and collects what is wrong with them. It reads an empty variable as unset. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  given(name: string): boolean {
    return this.text(name) !== null;
  }

  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  checked(name: string, isRight: (value: string) => boolean, expected: string): string | null {
    const value = this.text(name);
    if (value === null || isRight(value)) return value;
    // The sentence does not repeat the value: it may be a secret, or contain one.
    this.problem(`${name} must be ${expected}.`);
    return null;
  }

  integer(name: string, otherwise: number, least: number, most: number): number {
    const isRight = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return Number(this.checked(name, isRight, `a whole number from ${least} to ${most}`) ?? otherwise);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.checked(name, (text) => /^(true|false|1|0)$/.test(text), 'true or false');
    return value === null ? otherwise : value === 'true' || value === '1';
  }

  oneOf<const W extends string>(name: string, words: readonly W[]): W | null {
    return this.checked(
      name,
      (value) => (words as readonly string[]).includes(value),
      `one of ${words.join(', ')}`,
    ) as W | null;
  }

  list(name: string, isRight: (entry: string) => boolean, expected: string): string[] | null {
    const split = (value: string) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
    const value = this.checked(name, (text) => split(text).every(isRight), expected);
    return value === null ? null : split(value);
  }
}
