import { sql } from 'kysely';
import { asPeopleColumn } from '#access';
import { type Actor, compiled, pick, Store, type Work } from '#platform';
import type { RowOf, TableName } from '#records';
import type { LineTicket } from './act-store.ts';

const since = compiled((db, p: { since: string; most: number }) =>
  db
    .selectFrom('removed_rows')
    .select(['id', 'thing_id'])
    .where('table_name', '=', sql.lit('tickets'))
    .where('removed_at', '>=', p.since)
    .orderBy('removed_at', 'desc')
    .limit(p.most),
);

const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('removed_rows')
    .select(['thing_id', 'table_name', 'content'])
    .where(dialect.among(sql.ref('thing_id'), p.ids))
    .where('table_name', 'in', ['tickets', 'ticket_people']),
);

class RemovedTicketStore extends Store {
  readonly among = this.all(among);
  readonly since = this.all(since);
}

/** The tickets among these that an act removed, as the sight of its lines asks for them. */
export async function removedTickets(work: Work<Actor>, ids: readonly string[]): Promise<LineTicket[]> {
  if (ids.length === 0) return [];
  const rows = await work.of(RemovedTicketStore).among({ ids });
  const rowsIn = <T extends TableName>(table: T, thing: string): RowOf<T>[] =>
    rows.flatMap(({ table_name, thing_id, content }) =>
      table_name === table && thing_id === thing ? JSON.parse(content) : [],
    );
  return ids.flatMap((id) =>
    rowsIn('tickets', id).map((ticket) => ({
      ...pick(ticket, 'id', 'number', 'status', 'was_closed', 'merged_into_id'),
      ...pick(ticket, 'reporter_id', 'assignee_id', 'project_id', 'restricted'),
      people: asPeopleColumn(
        rowsIn('ticket_people', id).map(({ user_id, appointed }) => ({
          ...{ id: user_id, name: '', isAppointed: appointed === 1 },
        })),
      ),
    })),
  );
}

/** The removals of tickets since a moment, the last ones first. */
export const ticketsRemovedSince = (work: Work<Actor>, since: string, most: number) =>
  work.of(RemovedTicketStore).since({ since, most });
