import { type ExpressionBuilder, sql } from 'kysely';
import {
  factColumns,
  formOfScopes,
  inScopes,
  type Reader,
  readsInternals,
  type Scopes,
  type ScopeValues,
  scopesOf,
  scopeValues,
  standing,
} from '#access';
import type { RelatedTicket } from '#contract/relations.ts';
import type { RelationType } from '#contract/words.ts';
import { compiled, compiledForms, insertInto, Store, tableStore } from '#platform';
import type { Schema } from '#records';
import type { Relation } from './relations.ts';

const ofTicket = compiled((db, p: { ticket: string }) =>
  db
    .selectFrom('external_references as r')
    .leftJoin('users', 'users.id', 'r.created_by')
    .select(['r.id', 'r.ref_type', 'r.url', 'r.title', 'r.created_by', 'users.name as created_by_name'])
    .select(['r.created_at', 'r.merged_from_id', 'r.act_id'])
    .where('r.ticket_id', '=', p.ticket)
    .orderBy('r.id', 'desc'),
);

/** External references of tickets: pull requests, deployments, dashboards. */
export class ReferenceStore extends tableStore('external_references', 'id', 'act_id') {
  /** Newest first. */
  readonly ofTicket = this.all(ofTicket);
}

const COLUMNS = [
  'tickets.id',
  'tickets.number',
  'tickets.title',
  'tickets.status',
  'tickets.priority',
  'tickets.category',
  'ticket_relations.relation_type',
  'ticket_relations.act_id',
] as const;

/** The other ticket of each link, whichever way the link points. */
const linked = compiledForms(formOfScopes, (db, p: ScopeValues & { id: string }, scopes: Scopes, dialect) => {
  const isOut = sql<boolean>`ticket_relations.from_id = ${p.id}`;
  const query = db
    .selectFrom('ticket_relations')
    .innerJoin('tickets', (join) =>
      join.on('tickets.id', '=', sql<string>`case when ${isOut} then to_id else from_id end`),
    )
    .select(COLUMNS)
    .select(['tickets.updated_at', 'tickets.public_updated_at'])
    .select(factColumns(dialect))
    .select(sql<'out' | 'in'>`case when ${isOut} then 'out' else 'in' end`.as('direction'))
    .where((eb) => eb.or([eb('from_id', '=', p.id), eb('to_id', '=', p.id)]))
    .orderBy('ticket_relations.created_at', 'desc')
    .orderBy('tickets.number', 'desc');
  const condition = inScopes(scopes, p, dialect);
  return condition === null ? query : query.where(condition);
});

const insertRelation = insertInto('ticket_relations', 'act_id');

interface Pair {
  readonly ticket: string;
  readonly other: string;
}

/** Matches the link of a pair, whichever way it points. */
const isBetween = (eb: ExpressionBuilder<Schema, 'ticket_relations'>, { ticket, other }: Pair) =>
  eb.or([
    eb.and([eb('from_id', '=', ticket), eb('to_id', '=', other)]),
    eb.and([eb('from_id', '=', other), eb('to_id', '=', ticket)]),
  ]);

const between = compiled((db, p: Pair) =>
  db
    .selectFrom('ticket_relations')
    .select(['from_id', 'to_id', 'relation_type', 'created_by', 'created_at'])
    .where((eb) => isBetween(eb, p)),
);

const update = compiled((db, p: Pair & { type: RelationType }) =>
  db
    .updateTable('ticket_relations')
    .set({ from_id: p.ticket, to_id: p.other, relation_type: p.type })
    .where((eb) => isBetween(eb, p)),
);

const removeRelation = compiled((db, p: Pair) => db.deleteFrom('ticket_relations').where((eb) => isBetween(eb, p)));

/** The links between tickets. */
export class RelationStore extends Store {
  /** The link between two tickets, whichever way it points. */
  readonly between = this.first(between);
  readonly add = this.changes(insertRelation);
  readonly remove = this.changesAny(removeRelation);

  /** The other tickets that the reader may open; the newest link first. */
  async ofTicket(id: string, person: Reader): Promise<RelatedTicket[]> {
    const scopes = scopesOf(person);
    const rows = await this.connection.all(linked(scopes), { ...scopeValues(scopes[0]), id });
    return rows.map(({ public_updated_at, project_id, restricted, people, act_id, ...link }) => {
      const internals = readsInternals(standing(person, { ...link, project_id, restricted, people }));
      const updated_at = internals ? link.updated_at : public_updated_at;
      return { ...link, updated_at, ...(internals ? { act_id } : {}) };
    }) as RelatedTicket[];
  }

  /** Replaces the one link of its two tickets. */
  async change({ from_id: ticket, to_id: other, relation_type: type }: Relation): Promise<void> {
    await this.connection.change(update, { ticket, other, type });
  }
}
