import { sql } from 'kysely';
import { compiled, deleteBy, type Instant, Store, selectBy } from '#platform';
import type { RowOf } from '#records';

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
    where excluded.appointed and (not ticket_people.appointed or ticket_people.merged_from_id is not null)`,
);
const row = selectBy('ticket_people', 'ticket_id', 'user_id');
const remove = deleteBy('ticket_people', 'ticket_id', 'user_id');

const copy = compiled(
  (_, p: { from: string; to: string }) => sql`
    insert into ticket_people (ticket_id, user_id, added_by, added_at, appointed)
    select made.id, added.user_id, added.added_by, added.added_at, added.appointed
    from ticket_people as added join tickets as made on made.id = ${p.to}
    where added.ticket_id = ${p.from} and added.user_id <> made.reporter_id`,
);

interface Bringing {
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly now: Instant;
}

/** People who are there already stay as they are. */
const bring = compiled((_, p: Bringing, { types }) => {
  const typed = (value: string | null, type: string) => sql`cast(${value} as ${sql.raw(type)})`;
  return sql`insert into ticket_people (ticket_id, user_id, added_by, added_at, merged_from_id, appointed)
    select root.id, theirs.user_id, theirs.added_by, theirs.added_at,
      coalesce(theirs.merged_from_id, ${typed(p.from, types.id)}), theirs.appointed
    from (
      select user_id, added_by, added_at, merged_from_id, appointed from ticket_people where ticket_id = ${p.from}
      union all select reporter_id, ${typed(p.by, types.id)}, ${typed(p.now, types.time)}, null, false
        from tickets where id = ${p.from}
    ) as theirs
    join users on users.id = theirs.user_id and users.is_active
    join tickets as root on root.id = ${p.to}
    where theirs.user_id <> root.reporter_id
    on conflict do nothing`;
});

type Brought = Pick<RowOf<'ticket_people'>, 'user_id' | 'appointed'>;

const brought = compiled((db, p: { root: string; ids: readonly string[] }, dialect) =>
  db
    .selectFrom('ticket_people')
    .select(['user_id', 'appointed'])
    .where('ticket_id', '=', p.root)
    .where(dialect.among(sql.ref('merged_from_id'), p.ids)),
);

/** Everybody whom the tickets brought that were joined to one. */
const broughtBy = compiled(
  (_, p: { root: string }) => sql<Brought & { from: string }>`
    select people.user_id, people.appointed, people.ticket_id as "from" from ticket_merges
      join ticket_people as people on people.ticket_id = ticket_merges.ticket_id where into_id = ${p.root}
    union all select tickets.reporter_id, false, tickets.id from ticket_merges
      join tickets on tickets.id = ticket_merges.ticket_id where into_id = ${p.root}`,
);

const isJoined = compiled((db, p: { root: string; id: string }) =>
  db.selectFrom('tickets').select('id').where('id', '=', p.id).where('merged_into_id', '=', p.root),
);

const attribute = compiled(
  (_, p: { root: string; user: string; from: string; appointed: boolean }) => sql`update ticket_people
    set merged_from_id = ${p.from}, appointed = ${p.appointed} where ticket_id = ${p.root} and user_id = ${p.user}`,
);

/** People who were added to tickets. */
export class TicketPeopleStore extends Store {
  /** Adds somebody, or confirms them. Whether that changed anything. */
  readonly put = this.changesAny(put);
  readonly find = this.first(row);
  readonly remove = this.changes(remove);
  /** Says by which merge somebody is on a ticket. */
  readonly attribute = this.changes(attribute);
  /** The people of a ticket come to one that is made of it. */
  readonly copy = this.changes(copy);
  /** The reporter of a ticket, and whoever was added to it, come to the one that it continues in. */
  readonly bring = this.changes(bring);

  /** The ticket by whose merge somebody is on another one now, if by any: the same as it was, while that merge stands. */
  async bringer({ ticket_id: root, user_id, merged_from_id }: RowOf<'ticket_people'>): Promise<string | null> {
    if (merged_from_id !== null && (await this.connection.first(isJoined, { root, id: merged_from_id })) !== undefined)
      return merged_from_id;
    const rest = await this.connection.all(broughtBy, { root });
    return rest.find((person) => person.user_id === user_id)?.from ?? null;
  }

  /** Takes off whom these tickets brought, which are joined no more; whoever came with another ticket, too, stays by that. */
  async takeBack(root: string, ids: readonly string[]): Promise<void> {
    const rest = await this.connection.all(broughtBy, { root });
    for (const { user_id, appointed } of await this.connection.all(brought, { root, ids })) {
      const others = rest.filter((person) => person.user_id === user_id);
      const other = others.find((person) => person.appointed === 1) ?? others[0];
      if (other === undefined) await this.remove({ ticket_id: root, user_id });
      else {
        const stays = appointed === 1 && other.appointed === 1;
        await this.attribute({ root, user: user_id, from: other.from, appointed: stays });
      }
    }
  }
}
