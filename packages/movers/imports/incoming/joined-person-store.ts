import { sql } from 'kysely';
import { compiled, compiledForms, type Instant, Store } from '#platform';
import { TABLES } from '#records';

interface Naming {
  readonly table: string;
  readonly column: string;
  /** The other columns of the key that has this one; null where it is in none. */
  readonly beside: readonly string[] | null;
}

/** Every column that names a person. */
const NAMING: readonly Naming[] = TABLES.filter(({ name }) => name !== 'first_tickets').flatMap(
  ({ name: table, columns, key }) =>
    Object.entries(columns).flatMap(([column, { names }]) =>
      names === 'users'
        ? [{ table, column, beside: key.includes(column) ? key.filter((other) => other !== column) : null }]
        : [],
    ),
);

interface Joining {
  readonly from: string;
  readonly to: string;
}

const repoint = compiledForms(
  ({ table, column }: Naming) => `${table}.${column}`,
  (_, { from, to }: Joining, { table, column, beside }) => {
    const same = (beside ?? []).map((other) => sql` and other.${sql.ref(other)} = ${sql.ref(`${table}.${other}`)}`);
    const isFree =
      beside === null
        ? sql``
        : sql` and not exists (select 1 from ${sql.table(table)} as other
            where other.${sql.ref(column)} = ${to}${sql.join(same, sql``)})`;
    return sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}${isFree}`;
  },
);

const forget = compiledForms(
  ({ table, column }: Naming) => `${table}.${column}`,
  (_, { from }: Joining, { table, column }) => sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${from}`,
);

const history = compiledForms(
  (column: 'old_value' | 'new_value') => column,
  (_, { from, to }: Joining, column) =>
    sql`update ticket_history set ${sql.ref(column)} = ${to} where field = 'assignee_id' and ${sql.ref(column)} = ${from}`,
);

const events = compiled(
  (_, { from, to }: Joining, { types }) =>
    sql`update event_outbox set payload = cast(replace(cast(payload as text), ${from}, ${to}) as ${sql.raw(types.json)})
      where aggregate_id in (select id from tickets where reporter_id = ${from} or assignee_id = ${from})`,
);

/** Which ticket was somebody's first is reckoned anew at the end of an import. */
const firsts = compiled((_, { from, to }: Joining) => sql`delete from first_tickets where user_id in (${from}, ${to})`);

const ticketsOf = compiled(
  (_, { from }: Pick<Joining, 'from'>) => sql<{ id: string; number: number }>`select id, number from tickets
    where reporter_id = ${from} or assignee_id = ${from} or id in (select ticket_id from ticket_people where user_id = ${from})`,
);

const remove = compiled((_, { from }: Joining) => sql`delete from users where id = ${from}`);

const ownAddress = compiled(
  (_, p: { emails: string }, { texts }) => sql<{ id: string; email: string; name: string }>`
    select id, email, name from users where email in (select value from ${texts(p.emails)})`,
);

const rename = compiled(
  (_, p: { id: string; email: string; name: string; folded: string; isActive: boolean }) => sql`
    update users set email = ${p.email}, name = ${p.name}, folded_name = ${p.folded}, is_active = ${p.isActive},
      email_notify_ticket_status = ${p.isActive}, email_notify_developer_comment = ${p.isActive} where id = ${p.id}`,
);

const remember = compiled(
  (_, p: { email: string; user: string; now: Instant }) => sql`
    insert into former_addresses (email, user_id, changed_at) values (${p.email}, ${p.user}, ${p.now})
    on conflict (email) do update set user_id = excluded.user_id`,
);

/** Makes one person of two. */
export class JoinedPersonStore extends Store {
  readonly rename = this.changes(rename);
  /** By an address that nobody can have, later imports know them again. */
  readonly remember = this.changes(remember);

  /** People who have one of these addresses now. */
  withAddress(emails: readonly string[]): Promise<{ id: string; email: string; name: string }[]> {
    return this.connection.all(ownAddress, { emails: JSON.stringify(emails) });
  }

  /** Everything of one becomes the other's, and the one is gone. @returns the tickets that this is about. */
  async join(joining: Joining): Promise<readonly { readonly id: string; readonly number: number }[]> {
    const tickets = await this.connection.all(ticketsOf, joining);
    await this.connection.change(events, joining);
    await this.connection.change(firsts, joining);
    for (const column of ['old_value', 'new_value'] as const) await this.connection.change(history(column), joining);
    for (const naming of NAMING) {
      await this.connection.change(repoint(naming), joining);
      if (naming.beside !== null) await this.connection.change(forget(naming), joining);
    }
    await this.connection.change(remove, joining);
    return tickets;
  }
}
