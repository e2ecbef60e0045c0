import { readFileSync } from 'node:fs';

/** Something that whoever upgrades should know, or must do first. */
export interface UpgradingItem {
  /** The version from which it holds. */
  readonly version: string;
  /** Kwit does not start before it was done. */
  readonly must: boolean;
  readonly text: string;
  /** It is done when the environment does not have this variable any more. */
  readonly removed_variable?: string;
  /** Versions whose nodes may serve while this one changes the schema, and go on afterwards. */
  readonly beside?: readonly string[];
}

/** The version of a Kwit that kept no record of it. */
export const VERSION_BEFORE_RECORDS = '0.1.0';

/** The list that a release carries along: `UPGRADING.json`. */
export const upgradingItems = (): readonly UpgradingItem[] =>
  JSON.parse(readFileSync(new URL('../../UPGRADING.json', import.meta.url), 'utf8')) as UpgradingItem[];

/** Compares two versions of the form 1.2.3, by number. Negative when the first is older. */
export function compareVersions(first: string, other: string): number {
  const parts = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? [];
  const [a, b] = [parts(first), parts(other)];
  const index = a.findIndex((part, place) => part !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** The items of the step from one version to another, oldest first; nothing for a new installation. */
export const itemsBetween = (
  items: readonly UpgradingItem[],
  previous: string | null,
  version: string,
): readonly UpgradingItem[] =>
  previous === null
    ? []
    : items
        .filter((item) => compareVersions(item.version, previous) > 0 && compareVersions(item.version, version) <= 0)
        .toSorted((a, b) => compareVersions(a.version, b.version));

/** Items that are still to do: a removed variable is set. @param variables the names of the set ones. */
export const undoneItems = (
  items: readonly UpgradingItem[],
  variables: ReadonlySet<string>,
): readonly UpgradingItem[] =>
  items.filter(({ must, removed_variable: name }) => must && name !== undefined && variables.has(name));

/** Whether nodes of another version may serve while this one changes the schema. */
export const mayStandBeside = (items: readonly UpgradingItem[], version: string, other: string): boolean =>
  items.some((item) => item.version === version && item.beside?.includes(other));

/** An item as a line. */
export const upgradingLine = ({ version, must, text }: UpgradingItem): string =>
  `${version}${must ? ', to be done first' : ''}: ${text}`;
