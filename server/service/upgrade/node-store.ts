import { compiled, type Instant, tableStore } from '#platform';

const lastSeen = compiled((db) => db.selectFrom('nodes').selectAll().orderBy('seen_at', 'desc'));

const sign = compiled((db, p: { id: string; now: Instant }) =>
  db.updateTable('nodes').set({ seen_at: p.now }).where('id', '=', p.id),
);

const forget = compiled((db, p: { before: Instant }) => db.deleteFrom('nodes').where('seen_at', '<', p.before));

/** The processes that serve this Kwit. */
export class NodeStore extends tableStore('nodes') {
  /** The last seen first. */
  readonly lastSeen = this.all(lastSeen);
  /** @returns whether the node is there. */
  readonly sign = this.changesAny(sign);
  readonly forget = this.changes(forget);
}
