import { sql } from 'kysely';
import { worksOnTicket } from '#access';
import { compiled, deleteBy, type Instant, insertOnce, Store, selectBy, upsertInto } from '#platform';

/** Waits that were told of in a stretch of time, both ends included. */
export interface Stretch {
  readonly since: Instant;
  readonly until: Instant;
}

const chore = selectBy('chores', 'name');
const addChore = insertOnce('chores');
const putChore = upsertInto('chores');
const dropChore = deleteBy('chores', 'name');

/** Waits that run, and of which nobody in particular was told. */
const ofNobody = ({ since, until }: Stretch) => sql`waits
  inner join tickets on tickets.id = waits.ticket_id and tickets.assignee_id is null
    and waits.ended_at is null and waits.due_at is not null
    and (waits.missed_at between ${since} and ${until} or waits.warned_at between ${since} and ${until})
    and not exists (select 1 from team_members inner join users as member on member.id = team_members.user_id
      where team_members.team_id = tickets.team_id and member.role = 'developer' and member.is_active)`;
const calendars = compiled(
  (_, p: Stretch) => sql<{ calendar_id: string | null }>`select distinct calendar_id from ${ofNobody(p)}`,
);
const readers = compiled(
  (_, p: Stretch) => sql<{ id: string }>`select id from users where due_digest and is_active and role = 'developer'
    and exists (select 1 from ${ofNobody(p)} where ${worksOnTicket}) order by id`,
);
const listed = compiled(
  (_, p: Stretch & { user: string }) => sql<{
    number: number;
    title: string;
    due_at: Instant;
    missed_at: Instant | null;
  }>`select tickets.number, tickets.title, waits.due_at, waits.missed_at from ${ofNobody(p)}
    inner join users on users.id = ${p.user} where ${worksOnTicket} order by waits.due_at, tickets.number`,
);

/** The daily digest of waits that nobody has. */
export class WaitDigestStore extends Store {
  readonly chore = this.first(chore);
  readonly addChore = this.changes(addChore);
  readonly putChore = this.changes(putChore);
  readonly dropChore = this.changes(dropChore);
  readonly calendars = this.all(calendars);
  /** The ids of workers who want the digest and work on a ticket of it. */
  readonly readers = this.all(readers);
  /** The tickets on which a person works, the earliest due first. */
  readonly listed = this.all(listed);
}
