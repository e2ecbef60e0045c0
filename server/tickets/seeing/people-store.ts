import { compiled, insertInto, Store } from '#platform';
import type { NewRow } from '#records';

const insert = insertInto('ticket_people');
const remove = compiled((db, p: { ticket: string; user: string }) =>
  db.deleteFrom('ticket_people').where('ticket_id', '=', p.ticket).where('user_id', '=', p.user),
);

/** Who was added to which ticket. */
export class TicketPeopleStore extends Store {
  async add(person: NewRow<'ticket_people'>): Promise<void> {
    await this.connection.change(insert, person);
  }

  async remove(ticket: string, user: string): Promise<void> {
    await this.connection.change(remove, { ticket, user });
  }
}
