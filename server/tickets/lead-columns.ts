import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addedPeopleOf, readsInternals, standing, type TicketFacts, type TicketViewer } from '#access';
import type { TicketRow } from '#contract/tickets.ts';
import type { Dialect } from '#platform';

type FactsRow = readonly [
  id: string,
  number: number,
  reporter: string,
  assignee: string | null,
  project: string | null,
  restricted: 0 | 1,
  people: string | readonly unknown[] | null,
];

const factsOf = (ticket: string, dialect: Dialect) => {
  const column = (name: string) => sql.raw(`${ticket}.${name}`);
  return dialect.jsonRows(
    [
      ...['id', 'number', 'reporter_id', 'assignee_id', 'project_id'].map(column),
      sql`case when ${column('restricted')} then 1 else 0 end`,
      addedPeopleOf(column('id'), dialect),
    ],
    column('number'),
  );
};

/** Whether any ticket stands beside another: it is asked once a query, and spares most teams the question for each row. */
const hasBeside = sql`(select 1 from tickets as beside where beside.lead_id is not null limit 1) is not null`;

/** Whether a ticket stands beside the one of a row, or beside what was joined to that. */
const followsRow = ({ selected }: Dialect) =>
  selected(
    sql.ref('follower.lead_id'),
    sql`select tickets.id union all select joined.id from tickets as joined where joined.merged_into_id = tickets.id`,
  );

/**
 * The ticket that one stands beside, and the open ones that stand beside it, as `besideFrom` reads them. Most have neither.
 * A ticket that was joined to another one stands beside nothing.
 */
export const leadColumns = (dialect: Dialect) =>
  [
    sql<string | null>`case when tickets.lead_id is not null and tickets.merged_into_id is null then
      (select ${factsOf('lead', dialect)} from tickets as lead where lead.id = (
        select coalesce(named.merged_into_id, named.id) from tickets as named where named.id = tickets.lead_id)) end`.as(
      'lead',
    ),
    sql<
      string | null
    >`case when ${hasBeside} and exists (select 1 from tickets as follower where ${followsRow(dialect)}) then
      (select ${factsOf('follower', dialect)} from tickets as follower
      where ${followsRow(dialect)} and follower.status <> 'closed') end`.as('followers'),
  ] as const;

/** Missing when the ticket was read for whoever reads public words alone. */
export interface LeadColumns {
  readonly lead?: string | null | undefined;
  readonly followers?: string | null | undefined;
}

type Facts = TicketFacts & { readonly id: string; readonly number: number };

const factsFrom = (rows: string | null | undefined): Facts[] =>
  rows == null
    ? []
    : ((JSON.parse(rows) as FactsRow[] | null) ?? []).map(
        ([id, number, reporter_id, assignee_id, project_id, restricted, people]) => {
          // A database may have the inner rows as JSON within JSON.
          const text = people === null || typeof people === 'string' ? people : JSON.stringify(people);
          return { id, number, reporter_id, assignee_id, project_id, restricted, people: text };
        },
      );

/** Names the ticket that one stands beside and counts those beside it, as far as the viewer reads them wholly. */
export function besideFrom(row: LeadColumns, { actor }: TicketViewer): Pick<TicketRow, 'lead' | 'beside_count'> {
  const isRead = (facts: Facts) => readsInternals(standing(actor, facts));
  const lead = factsFrom(row.lead).find(isRead);
  return {
    lead: lead === undefined ? null : { id: lead.id, number: lead.number },
    beside_count: factsFrom(row.followers).filter(isRead).length,
  };
}

/**
 * The ids of the tickets that are folded under the one that they stand beside: it is open, and whoever has it has them too, or
 * nobody. They are few, and looked for by their index.
 *
 * @param seen whether the reader reads the ticket of a row of `tickets` wholly; null where they read all.
 */
export const foldedTickets = (seen: RawBuilder<SqlBool> | null) => sql<{ id: string }>`
  select follower.id from tickets as follower
  where follower.lead_id is not null and follower.merged_into_id is null and follower.lead_id in (
    select named.id from tickets as named inner join tickets on tickets.id = coalesce(named.merged_into_id, named.id)
    where named.id in (select other.lead_id from tickets as other where other.lead_id is not null)
      and tickets.status <> 'closed' ${seen === null ? sql`` : sql`and ${seen}`})
    and (follower.assignee_id is null or follower.assignee_id = (
      select lead.assignee_id from tickets as lead where lead.id = follower.lead_id))`;
