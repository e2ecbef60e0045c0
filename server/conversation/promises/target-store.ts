import { sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { compiled, compiledForms, tableStore, upsertInto } from '#platform';
import type { RowOf } from '#records';

export type StoredTarget = RowOf<'answer_targets'>;

const all = compiled((db) => db.selectFrom('answer_targets').selectAll().orderBy('position'));
const put = upsertInto('answer_targets');
const among = (table: 'projects' | 'teams') =>
  compiled((db, p: { ids: readonly string[] }, dialect) =>
    db
      .selectFrom(table)
      .select('id')
      .where(dialect.among(sql.ref('id'), p.ids)),
  );
const [projects, teams] = [among('projects'), among('teams')];

const running = compiledForms(formOfScope, (db, p: ScopeValues, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('waits')
    .innerJoin('tickets', 'tickets.id', 'waits.ticket_id')
    .select(['waits.since', 'waits.due_at', 'waits.is_imported', 'tickets.number'])
    .select(['tickets.project_id', 'tickets.category', 'tickets.priority', 'tickets.team_id'])
    .where('waits.ended_at', 'is', null)
    .orderBy('tickets.number');
  const seen = inScope(scope, p, dialect);
  return seen === null ? query : query.where(seen);
});

export class TargetStore extends tableStore('answer_targets') {
  /** In their order. */
  readonly list = this.all(all);
  readonly put = this.changes(put);
  readonly projects = this.all(projects);
  readonly teams = this.all(teams);

  /** The waits that run on the tickets of a scope, by their numbers. */
  running(scope: TicketScope) {
    return this.connection.all(running(scope), scopeValues(scope));
  }
}
