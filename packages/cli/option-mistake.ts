import { perhaps } from './nearest.ts';

/**
 * What is wrong with the options that `parseArgs` refused.
 *
 * @param typed the command, as it is typed: `kwit list`.
 * @param known the names of its options, without dashes.
 * @returns null when the error is another one.
 */
export function optionMistake(error: unknown, typed: string, known: readonly string[]): string | null {
  if (!(error instanceof TypeError) || !('code' in error)) return null;
  const [, option = ''] = /'(?:-\w, )?(-[^' ]+)/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const names = known.map((name) => `--${name}`);
    return `${typed} has no option ${option}.${perhaps(option, names)}`;
  }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null;
  return /does not take/.test(error.message) ? `${option} takes no value.` : `${option} needs a value.`;
}
