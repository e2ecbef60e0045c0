import leven from 'leven';

/**
 * Says which of the options is wrong that `parseArgs` refused.
 *
 * @param typed the command, as it is typed: `kwit list`.
 * @param options the names of its options, without dashes.
 * @returns null when the error is another one.
 */
export function optionMistake(error: unknown, typed: string, options: readonly string[]): string | null {
  if (!(error instanceof TypeError) || !('code' in error)) return null;
  const [, option = ''] = /'(?:-\w, )?(-[^' ]+)/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const names = options.map((name) => `--${name}`);
    return `${typed} has no option ${option}.${perhaps(option, names)}`;
  }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null;
  return /does not take/.test(error.message) ? `${option} takes no value.` : `${option} needs a value.`;
}

/**
 * The word that was perhaps meant: one of which at most a third of the letters, rounded up, are added, left out or others.
 *
 * @returns undefined when none is so near.
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((meant) => ({ meant, distance: leven(word, meant) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.ceil(best.meant.length / 3) ? best.meant : undefined;
}

/** A sentence about an option, by its name with dashes, whose value is none of its words. */
export const cannotBe = (option: string, value: string, words: readonly string[]): string =>
  `${option} cannot be “${value}”.${perhaps(value, words)} It is ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}.`;

/** The end of a sentence about a word that is not known: ` Did you mean list?`, or nothing. */
export function perhaps(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
