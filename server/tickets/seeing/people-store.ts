import { deleteBy, insertInto, Store } from '#platform';
import type { NewRow } from '#records';

const insert = insertInto('ticket_people');
const remove = deleteBy('ticket_people', 'ticket_id', 'user_id');

/** Who was added to which ticket. */
export class TicketPeopleStore extends Store {
  async add(person: NewRow<'ticket_people'>): Promise<void> {
    await this.connection.change(insert, person);
  }

  async remove(ticket_id: string, user_id: string): Promise<void> {
    await this.connection.change(remove, { ticket_id, user_id });
  }
}
