import { isOrphanedProject, isOrphanedTicket } from '#access';
import { type Actor, compiled, Failure, Store, type Work } from '#platform';

const unlead = compiled((db, p: { user: string }) =>
  db.updateTable('team_members').set({ is_lead: false }).where('user_id', '=', p.user),
);

const projectsWithoutLead = compiled((db) => db.selectFrom('projects').select('id').where(isOrphanedProject));
const ticketsWithoutWorker = compiled((db) => db.selectFrom('tickets').select('id').where(isOrphanedTicket));

/** Sealed projects need a lead, and restricted tickets somebody who works on them. */
export class OrphanStore extends Store {
  /** Somebody who is no developer any more leads no team. */
  readonly unlead = this.changes(unlead);

  /** The ids of sealed projects without a lead, and of restricted tickets on which nobody works. */
  async orphans(): Promise<string[]> {
    const rows = [
      ...(await this.connection.all(projectsWithoutLead)),
      ...(await this.connection.all(ticketsWithoutWorker)),
    ];
    return rows.map(({ id }) => id);
  }
}

/** The ids of sealed projects without a lead, and of restricted tickets on which nobody works. */
export const orphansOf = (work: Work<Actor>): Promise<string[]> => work.of(OrphanStore).orphans();

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
