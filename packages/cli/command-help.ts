import type { Command, Options } from './command.ts';

export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

const namesOf = (options: Options): (readonly [string, string])[] =>
  Object.entries(options).map(([name, { short, value, about }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    about,
  ]);

export const helpOf = ({ name, words, summary, options, examples }: Command): string =>
  [
    `Usage: kwit ${name} ${words}`.trimEnd(),
    summary,
    '',
    'For example:',
    ...columns(examples),
    '',
    'Options:',
    ...columns(namesOf(options)),
  ].join('\n');
