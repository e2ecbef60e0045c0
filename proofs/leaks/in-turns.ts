/** As many as one person has running at once: none of them waits, however busy the machine is. */
const AT_ONCE = 4;

/** Does something with each, a few at once. */
export async function inTurns<T>(all: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(act));
}
