import { sql } from 'kysely';
import { compiled, deleteBy, type Instant, Store, selectBy } from '#platform';

interface NewPerson {
  readonly ticket_id: string;
  readonly user_id: string;
  readonly added_by: string;
  readonly added_at: Instant;
  /** Whether a worker adds them: that confirms a person who was added before. */
  readonly appointed: boolean;
}

const put = compiled(
  (_, p: NewPerson) => sql`insert into ticket_people (ticket_id, user_id, added_by, added_at, appointed)
    values (${p.ticket_id}, ${p.user_id}, ${p.added_by}, ${p.added_at}, ${p.appointed})
    on conflict (ticket_id, user_id) do update set appointed = true, merged_from_id = null
    where excluded.appointed and not ticket_people.appointed`,
);
const rows = selectBy('ticket_people', 'ticket_id', 'user_id');
const remove = deleteBy('ticket_people', 'ticket_id', 'user_id');

/** Who was added to which ticket. */
export class TicketPeopleStore extends Store {
  /** Adds somebody, or confirms them. Whether that changed anything. */
  readonly put = this.changesAny(put);
  readonly find = this.first(rows);
  readonly remove = this.changes(remove);
}
