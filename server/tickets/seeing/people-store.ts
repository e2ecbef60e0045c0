import { deleteBy, insertInto, Store } from '#platform';

const insert = insertInto('ticket_people');
const remove = deleteBy('ticket_people', 'ticket_id', 'user_id');

/** Who was added to which ticket. */
export class TicketPeopleStore extends Store {
  readonly add = this.changes(insert);
  readonly remove = this.changes(remove);
}
