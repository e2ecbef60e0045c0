import { sql } from 'kysely';
import { type Connection, compiled, insertInto } from '#platform';
import type { NewRow } from '#records';

const insert = insertInto('ticket_people');
const remove = compiled((db, p: { ticket: string; user: string }) =>
  db.deleteFrom('ticket_people').where('ticket_id', '=', p.ticket).where('user_id', '=', p.user),
);

const ofProjects = compiled((db, p: { ids: string }, dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('projects', 'projects.id', 'tickets.project_id')
    .select(['tickets.id', 'tickets.assignee_id'])
    .where(sql<boolean>`(projects.sealed or tickets.restricted)`)
    .where(dialect.among(sql.ref('tickets.project_id'), p.ids))
    .where((eb) =>
      eb.or([
        eb('tickets.assignee_id', 'is not', null),
        eb.exists(eb.selectFrom('ticket_followers').select('user_id').whereRef('ticket_id', '=', 'tickets.id')),
      ]),
    )
    .orderBy('tickets.id'),
);

/** Who was added to which ticket. */
export class TicketPeopleStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(person: NewRow<'ticket_people'>): Promise<void> {
    await this.#connection.change(insert, person);
  }

  async remove(ticket: string, user: string): Promise<void> {
    await this.#connection.change(remove, { ticket, user });
  }

  /** The tickets of these projects that somebody is assigned to or follows, where not everybody sees them. */
  held(projects: readonly string[]) {
    return this.#connection.all(ofProjects, { ids: JSON.stringify(projects) });
  }
}
