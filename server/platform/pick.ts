/** Some fields of an object, by their names: what shows a row names them, so that no new column is shown by itself. */
export const pick = <T extends object, K extends keyof T>(from: T, ...names: readonly K[]): Pick<T, K> => {
  const picked = {} as Pick<T, K>;
  for (const name of names) picked[name] = from[name];
  return picked;
};

/** A copy of an object without some of its fields. */
export const omit = <T extends object, K extends keyof T>(from: T, ...names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
