import { type Actor, Failure, type Work } from '#platform';
import { OrphanStore } from './orphan-store.ts';

/** Every transaction that changes who works where waits for the others: two may each take one of the last two. */
export const holdAccess = (work: Work<Actor>): Promise<void> => work.lock('access');

/**
 * Makes a change, and refuses it when it leaves a sealed project without a lead, or a restricted ticket without anybody who
 * works on it (docs/rules/access.md#nothing-is-orphaned).
 *
 * @throws Failure `would_be_orphaned`.
 */
export async function withoutOrphans<T>(work: Work<Actor>, change: () => Promise<T>): Promise<T> {
  await holdAccess(work);
  const before = new Set(await work.of(OrphanStore).orphans());
  const result = await change();
  const after = await work.of(OrphanStore).orphans();
  if (after.some((id) => !before.has(id))) throw new Failure('would_be_orphaned');
  return result;
}
