import { sql } from 'kysely'
import type { RelatedTicket } from '../../contract/relations.ts'
import { compiled } from '../database/compiled.ts'
import { type Connection, first } from '../database/connection.ts'
import type { RelationTable } from '../database/tables/tickets.ts'
import type { TicketScope } from '../visibility.ts'

const COLUMNS = [
  'tickets.id',
  'tickets.number',
  'tickets.title',
  'tickets.status',
  'tickets.priority',
  'tickets.category',
  'tickets.assignee_id',
  'tickets.reporter_id',
  'tickets.updated_at',
  'ticket_relations.relation_type',
] as const

const linked = (own: 'from_id' | 'to_id', other: 'from_id' | 'to_id', direction: 'out' | 'in') => (all: boolean) =>
  compiled((db, p: { id: string; reporter: string }) => {
    const query = db
      .selectFrom('ticket_relations')
      .innerJoin('tickets', 'tickets.id', `ticket_relations.${other}`)
      .select(COLUMNS)
      .select(sql<'out' | 'in'>`${sql.lit(direction)}`.as('direction'))
      .where(`ticket_relations.${own}`, '=', p.id)
      .orderBy('ticket_relations.created_at')
    return all ? query : query.where('tickets.reporter_id', '=', p.reporter)
  })

const outgoing = linked('from_id', 'to_id', 'out')
const incoming = linked('to_id', 'from_id', 'in')
const queries = { all: [outgoing(true), incoming(true)], own: [outgoing(false), incoming(false)] } as const

const insert = compiled((db, p: RelationTable) =>
  db.insertInto('ticket_relations').values({
    from_id: p.from_id,
    to_id: p.to_id,
    relation_type: p.relation_type,
    created_by: p.created_by,
    created_at: p.created_at,
  }),
)

const between = compiled((db, p: { one: string; other: string }) =>
  db
    .selectFrom('ticket_relations')
    .select(['from_id', 'to_id', 'relation_type'])
    .where((eb) =>
      eb.or([
        eb.and([eb('from_id', '=', p.one), eb('to_id', '=', p.other)]),
        eb.and([eb('from_id', '=', p.other), eb('to_id', '=', p.one)]),
      ]),
    ),
)

const remove = compiled((db, p: { one: string; other: string }) =>
  db
    .deleteFrom('ticket_relations')
    .where((eb) =>
      eb.or([
        eb.and([eb('from_id', '=', p.one), eb('to_id', '=', p.other)]),
        eb.and([eb('from_id', '=', p.other), eb('to_id', '=', p.one)]),
      ]),
    ),
)

/** Links between tickets. */
export class RelationStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The other tickets, as far as the scope allows them to be opened. */
  async ofTicket(id: string, scope: TicketScope): Promise<RelatedTicket[]> {
    const [out, into] = scope.all ? queries.all : queries.own
    const given = { id, reporter: scope.all ? '' : scope.reporterId }
    const rows = [
      ...(await this.#connection.rows(out(this.#connection, given))),
      ...(await this.#connection.rows(into(this.#connection, given))),
    ]
    return rows as RelatedTicket[]
  }

  /** The link between two tickets, whichever way it points. */
  between(one: string, other: string) {
    return first(this.#connection.rows(between(this.#connection, { one, other })))
  }

  async add(relation: RelationTable): Promise<void> {
    await this.#connection.change(insert(this.#connection, relation))
  }

  async remove(one: string, other: string): Promise<boolean> {
    return (await this.#connection.change(remove(this.#connection, { one, other }))) > 0
  }
}
