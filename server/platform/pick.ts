/** Some fields of an object, by their names: what shows a row names them, so that no new column is shown by itself. */
export const pick = <T extends object, K extends keyof T>(from: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** A copy of an object without some of its fields. */
export const omit = <T extends object, K extends keyof T>(from: T, ...names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
