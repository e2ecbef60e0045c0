/** What was looked at, and what is wrong with it. */
export interface Checked {
  readonly name:
    | 'parts'
    | 'database'
    | 'links'
    | 'counts'
    | 'answers'
    | 'events'
    | 'search'
    | 'files'
    | 'secrets'
    | 'backup';
  /** What was found, for a line that begins with the name. */
  readonly text: string;
  /** A sentence for each thing that is wrong; none when all is well. */
  readonly problems: readonly string[];
}

export const isWhole = (checks: readonly Checked[]): boolean => checks.every(({ problems }) => problems.length === 0);

/** Problems of a kind that are shown at most. */
const MOST_SHOWN = 20;

/** A line for each check, and one for each problem below it. */
export const linesOfChecks = (checks: readonly Checked[]): string[] =>
  checks.flatMap(({ name, text, problems }) => [
    `${titleOf(name)}${problems.length === 0 ? text : `NOT WHOLE: ${text}`}`,
    ...problems.slice(0, MOST_SHOWN).map((problem) => `           - ${problem}`),
    ...(problems.length > MOST_SHOWN ? [`           - and ${problems.length - MOST_SHOWN} more`] : []),
  ]);

/** The beginning of a line. */
export const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.padEnd(11);

/** 31,204 */
export const grouped = (count: number): string => count.toLocaleString('en');

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 128.3 MB */
export function sizeOf(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

/** 1 file, 2 files */
export const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
