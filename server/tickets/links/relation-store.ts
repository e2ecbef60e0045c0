import { type ExpressionBuilder, sql } from 'kysely';
import type { TicketScope } from '#access';
import type { RelatedTicket, RelationType } from '#contract/relations.ts';
import { type Connection, compiled } from '#platform';
import type { RelationTable, Schema } from '#records';
import type { Relation } from './relations.ts';

const COLUMNS = [
  'tickets.id',
  'tickets.number',
  'tickets.title',
  'tickets.status',
  'tickets.priority',
  'tickets.category',
  'tickets.assignee_id',
  'tickets.reporter_id',
  'ticket_relations.relation_type',
] as const;

/** The other ticket of each link, whichever way the link points. */
const linked = (all: boolean) =>
  compiled((db, p: { id: string; reporter: string }) => {
    const isOut = sql<boolean>`ticket_relations.from_id = ${p.id}`;
    const query = db
      .selectFrom('ticket_relations')
      .innerJoin('tickets', (join) =>
        join.on('tickets.id', '=', sql<string>`case when ${isOut} then to_id else from_id end`),
      )
      .select(COLUMNS)
      .select(all ? 'tickets.updated_at' : 'tickets.public_updated_at as updated_at')
      .select(sql<'out' | 'in'>`case when ${isOut} then 'out' else 'in' end`.as('direction'))
      .where((eb) => eb.or([eb('from_id', '=', p.id), eb('to_id', '=', p.id)]))
      .orderBy('ticket_relations.created_at', 'desc')
      .orderBy('tickets.number', 'desc');
    return all ? query : query.where('tickets.reporter_id', '=', p.reporter);
  });

const everyLink = linked(true);
const linksToOwn = linked(false);

const insert = compiled((db, p: RelationTable) =>
  db.insertInto('ticket_relations').values({
    from_id: p.from_id,
    to_id: p.to_id,
    relation_type: p.relation_type,
    created_by: p.created_by,
    created_at: p.created_at,
  }),
);

interface Pair {
  readonly one: string;
  readonly other: string;
}

/** Matches the link of a pair, whichever way it points. */
const isBetween = (eb: ExpressionBuilder<Schema, 'ticket_relations'>, { one, other }: Pair) =>
  eb.or([
    eb.and([eb('from_id', '=', one), eb('to_id', '=', other)]),
    eb.and([eb('from_id', '=', other), eb('to_id', '=', one)]),
  ]);

const between = compiled((db, p: Pair) =>
  db
    .selectFrom('ticket_relations')
    .select(['from_id', 'to_id', 'relation_type'])
    .where((eb) => isBetween(eb, p)),
);

const update = compiled((db, p: Pair & { type: RelationType }) =>
  db
    .updateTable('ticket_relations')
    .set({ from_id: p.one, to_id: p.other, relation_type: p.type })
    .where((eb) => isBetween(eb, p)),
);

const remove = compiled((db, p: Pair) => db.deleteFrom('ticket_relations').where((eb) => isBetween(eb, p)));

/** The links between tickets. */
export class RelationStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The other tickets that the scope lets the reader open; the newest link first. */
  ofTicket(id: string, scope: TicketScope): Promise<RelatedTicket[]> {
    const query = scope.all ? everyLink : linksToOwn;
    const given = { id, reporter: scope.all ? '' : scope.reporterId };
    return this.#connection.all(query, given) as Promise<RelatedTicket[]>;
  }

  /** The link between two tickets, whichever way it points. */
  between(one: string, other: string): Promise<Relation | undefined> {
    return this.#connection.first(between, { one, other });
  }

  async add(relation: RelationTable): Promise<void> {
    await this.#connection.change(insert, relation);
  }

  /** Replaces the one link of its two tickets. */
  async change({ from_id: one, to_id: other, relation_type: type }: Relation): Promise<void> {
    await this.#connection.change(update, { one, other, type });
  }

  async remove(one: string, other: string): Promise<boolean> {
    return (await this.#connection.change(remove, { one, other })) > 0;
  }
}
