/** Somebody's additions to a list and removals from it, applied to the list as it is now: another person may have changed it meanwhile. */
export const changedList = <T extends string>(now: readonly T[], before: readonly T[], after: readonly T[]): T[] => [
  ...now.filter((item) => after.includes(item) || !before.includes(item)),
  ...after.filter((candidate) => !before.includes(candidate) && !now.includes(candidate)),
];
