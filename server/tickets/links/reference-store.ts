import type { ExternalReference } from '#contract/references.ts';
import { type Connection, compiled } from '#platform';
import type { ReferenceTable } from '#records';

const ofTicket = compiled((db, p: { ticket: string }) =>
  db
    .selectFrom('external_references as r')
    .leftJoin('users', 'users.id', 'r.created_by')
    .select(['r.id', 'r.ref_type', 'r.url', 'r.title', 'r.created_by', 'users.name as created_by_name', 'r.created_at'])
    .where('r.ticket_id', '=', p.ticket)
    .orderBy('r.id', 'desc'),
);

const insert = compiled((db, p: ReferenceTable) =>
  db.insertInto('external_references').values({
    id: p.id,
    ticket_id: p.ticket_id,
    ref_type: p.ref_type,
    url: p.url,
    title: p.title,
    created_by: p.created_by,
    created_at: p.created_at,
  }),
);

const remove = compiled((db, p: { id: string; ticket: string }) =>
  db.deleteFrom('external_references').where('id', '=', p.id).where('ticket_id', '=', p.ticket),
);

/** External references of tickets: pull requests, deployments, dashboards. */
export class ReferenceStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first. */
  ofTicket(ticket: string): Promise<ExternalReference[]> {
    return this.#connection.all(ofTicket, { ticket });
  }

  async add(reference: ReferenceTable): Promise<void> {
    await this.#connection.change(insert, reference);
  }

  async remove(id: string, ticket: string): Promise<boolean> {
    return (await this.#connection.change(remove, { id, ticket })) > 0;
  }
}
