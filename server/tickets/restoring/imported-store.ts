import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compiled, Store } from '#platform';
import { type RowOf, TABLES, type TableName } from '#records';

/** The tables of which rows come with a ticket and go with it, by the column that names it; of comments, what hangs on them. */
export const PARTS = {
  tickets: 'id',
  ticket_labels: 'ticket_id',
  field_values: 'ticket_id',
  ticket_people: 'ticket_id',
  comments: 'ticket_id',
  comment_edits: ['comment_id', 'comments', 'ticket_id'],
  changed_comments: ['comment_id', 'comments', 'ticket_id'],
  attachments: 'ticket_id',
  ticket_history: 'ticket_id',
  external_references: 'ticket_id',
  waits: 'ticket_id',
  answers: 'ticket_id',
  telemetry: 'ticket_id',
  event_outbox: 'aggregate_id',
} as const;

/** Rows that come along and name no ticket by one column alone, or are worked out anew. */
const BESIDES: ReadonlySet<TableName> = new Set(['ticket_relations', 'first_tickets']);

/** Rows by which somebody has done something with a ticket: an import brings none of them. */
const TRACES = TABLES.filter(({ name }) => !BESIDES.has(name)).flatMap(({ name, columns }) =>
  Object.entries(columns)
    .filter(
      ([column, { names }]) => names === 'tickets' && (PARTS as Readonly<Record<string, unknown>>)[name] !== column,
    )
    .map(([column]) => ({ table: name, column })),
);

const no = (rows: RawBuilder<unknown>) => sql<SqlBool>`not exists (${rows})`;

/** Tickets among these that nobody has touched since an import brought them. */
const untouched = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('tickets as own')
    .select(['own.id', 'own.number'])
    .where(among(sql.ref('own.id'), p.ids))
    .where('own.version', '=', sql.lit(1))
    .where('own.merged_into_id', 'is', null)
    .where(
      sql<SqlBool>`${sql.join(
        [
          ...TRACES.map(({ table, column }) =>
            no(sql`select 1 from ${sql.table(table)} as trace where trace.${sql.ref(column)} = own.id`),
          ),
          no(sql`select 1 from event_outbox where aggregate_id = own.id and source <> 'import'`),
          no(sql`select 1 from answer_votes inner join answers on answers.comment_id = answer_votes.comment_id
            where answers.ticket_id = own.id`),
        ],
        sql` and `,
      )}`,
    ),
);

const linksOf = compiled((db, p: { id: string }) =>
  db
    .selectFrom('ticket_relations')
    .selectAll()
    .where((eb) => eb.or([eb('from_id', '=', p.id), eb('to_id', '=', p.id)])),
);
const dropLinks = compiled((db, p: { id: string }) =>
  db.deleteFrom('ticket_relations').where((eb) => eb.or([eb('from_id', '=', p.id), eb('to_id', '=', p.id)])),
);

/** Rows by which imports know the ticket, or a thing that hangs on it. A blank ends the ticket's id. */
const isKnown = (
  id: string,
) => sql<SqlBool>`run_id in (select run_id from imports where kind = 'ticket' and kwit_id = ${id})
  and (kwit_id = ${id}
    or kwit_id in (select id from comments where ticket_id = ${id})
    or kwit_id in (select id from attachments where ticket_id = ${id})
    or kwit_id in (select id from external_references where ticket_id = ${id})
    or exists (select 1 from imports as own where own.kind = 'ticket' and own.kwit_id = ${id}
      and substr(imports.external_id, 1, length(own.external_id) + 1) = own.external_id || ' '))`;

const importRows = compiled((db, p: { id: string }) => db.selectFrom('imports').selectAll().where(isKnown(p.id)));
const forget = compiled((db, p: { id: string }) => db.deleteFrom('imports').where(isKnown(p.id)));

/** Links to tickets that are not there wait for these. */
const passOn = compiled((_, p: { id: string }, { types }) => {
  const end = (name: string) =>
    sql`cast(cast(content as ${sql.raw(types.json)}) ->> ${sql.lit(name)} as ${sql.raw(types.id)})`;
  const other = sql`case when ${end('from_id')} = ${p.id} then ${end('to_id')} else ${end('from_id')} end`;
  return sql`update removed_rows set thing_id = ${other}
    where thing_id = ${p.id} and table_name = 'ticket_relations' and not exists (select 1 from tickets where id = ${other})`;
});

const dropFirst = compiled((db, p: { reporter: string }) =>
  db.deleteFrom('first_tickets').where('user_id', '=', p.reporter),
);
const putFirst = compiled(
  (_, p: { reporter: string }) => sql`insert into first_tickets (user_id, ticket_id, opened_at, assigned_at)
    select t.reporter_id, t.id, t.created_at, (
      select min(h.created_at) from ticket_history as h
      where h.ticket_id = t.id and h.field = 'assignee_id' and h.new_value is not null)
    from tickets as t where t.number = (select min(number) from tickets where reporter_id = ${p.reporter})`,
);

/** Tickets that imports brought, as far as they can be taken back. */
export class ImportedStore extends Store {
  readonly passLinksOn = this.changes(passOn);
  readonly dropFirst = this.changes(dropFirst);

  /** The numbers of those of these tickets that nobody has touched. */
  async untouched(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.connection.all(untouched, { ids })).map(({ id, number }) => [id, number]));
  }

  /** Takes the links of a ticket out, and what imports know of it. */
  async takeOut(id: string): Promise<{ ticket_relations: RowOf<'ticket_relations'>[]; imports: RowOf<'imports'>[] }> {
    const rows = {
      ticket_relations: await this.connection.all(linksOf, { id }),
      imports: await this.connection.all(importRows, { id }),
    };
    await this.connection.change(dropLinks, { id });
    await this.connection.change(forget, { id });
    return rows;
  }

  /** Finds a person's first ticket anew. */
  async reckonFirst(reporter: string): Promise<void> {
    await this.connection.change(dropFirst, { reporter });
    await this.connection.change(putFirst, { reporter });
  }
}
