import { type RawBuilder, sql } from 'kysely';
import { addedPeopleOf, type TicketFacts } from '#access';
import type { Status } from '#contract/words.ts';
import { type Dialect, type Instant, instant } from '#platform';

type RootRow = readonly [
  number: number,
  reporter: string,
  assignee: string | null,
  project: string | null,
  restricted: 0 | 1,
  people: string | readonly unknown[] | null,
  status: Status,
  closedAt: string | null,
];

/** The ticket to which one was joined, as `rootFrom` reads it. Most were joined to none. */
export const rootColumn = (dialect: Dialect): RawBuilder<string | null> => {
  const id = sql`root.id`;
  const columns = [
    ...[sql`root.number`, sql`root.reporter_id`, sql`root.assignee_id`, sql`root.project_id`],
    ...[
      sql`case when root.restricted then 1 else 0 end`,
      addedPeopleOf(id, dialect),
      sql`root.status`,
      sql`root.closed_at`,
    ],
  ];
  return sql<string | null>`case when tickets.merged_into_id is not null then
    (select ${dialect.jsonRows(columns, id)} from tickets as root where root.id = tickets.merged_into_id) end`;
};

/** The facts that decide who sees a ticket to which another one was joined, and what becomes of words written to it. */
export interface RootFacts extends TicketFacts {
  readonly number: number;
  readonly status: Status;
  readonly closed_at: Instant | null;
}

/** The ticket to which one was joined that was read with that column; null for none. */
export function rootFrom({ root }: { readonly root: string | null }): RootFacts | null {
  if (root === null) return null;
  const [[number, reporter_id, assignee_id, project_id, restricted, people, status, closed]] = JSON.parse(root) as [
    RootRow,
  ];
  const facts = { reporter_id, assignee_id, project_id, restricted };
  // A database may have the inner rows as JSON within JSON.
  const text = people === null || typeof people === 'string' ? people : JSON.stringify(people);
  return { ...facts, people: text, number, status, closed_at: closed === null ? null : instant(Date.parse(closed)) };
}
