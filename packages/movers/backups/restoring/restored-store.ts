import { sql } from 'kysely';
import { compiled, createAsThen, type Instant, migrateWithin, Store } from '#platform';
import { TABLES } from '#records';

type At = { readonly now: Instant };

const unfinished = sql`('pending', 'processing')`;

const deliveries = compiled(
  (_, p: At) => sql`update event_deliveries set status = 'delivered', delivered_at = null, next_attempt_at = null,
    lease = null, leased_until = null, last_error = null, updated_at = ${p.now} where status in ${unfinished}`,
);

/** After the deliveries: one that was given up stays so. */
const entries = compiled(
  (_, p: At) => sql`update event_outbox set status = case when exists (
      select 1 from event_deliveries d where d.entry_id = event_outbox.id and d.status = 'failed') then 'failed' else 'sent' end,
    routed_at = coalesce(routed_at, ${p.now}), processed_at = ${p.now}, next_attempt_at = null, lease = null,
    leased_until = null, updated_at = ${p.now} where status in ${unfinished}`,
);

const heldMails = compiled(() => sql`update notices set mail_held_until = null where mail_held_until is not null`);

/** As if a digest had told of every ticket by now. */
const digest = compiled(
  (_, p: At) => sql`insert into digests (entry_id, until, pause_minutes, created_at)
    select id, ${p.now}, null, ${p.now} from event_outbox
    where position = (select max(position) from event_outbox where event_name = 'ticket.created')
    on conflict (entry_id) do update set until = excluded.until`,
);

const sessions = compiled((db) => db.deleteFrom('sessions'));
const codes = compiled((db) => db.deleteFrom('sign_in_codes'));
const streams = compiled((db) => db.deleteFrom('stream_tickets'));
const tokens = compiled((db, p: At) =>
  db.updateTable('api_tokens').set({ revoked_at: p.now }).where('revoked_at', 'is', null),
);

const ownBackup = compiled((db, p: { id: string; at: Instant }) =>
  db.updateTable('backups').set({ ended_at: p.at, outcome: 'whole' }).where('id', '=', p.id),
);
const otherBackups = compiled((db) => db.deleteFrom('backups').where('ended_at', 'is', null));

export class RestoredStore extends Store {
  /** Nothing that waits is sent any more: no mail, no webhook, no digest. @returns how many events were on their way. */
  async sendNothing(now: Instant): Promise<number> {
    await this.connection.change(deliveries, { now });
    const stopped = await this.connection.change(entries, { now });
    await this.connection.change(heldMails);
    await this.connection.change(digest, { now });
    return stopped;
  }

  /** Ends every session and token. @returns how many sessions and tokens it was. */
  async signEveryoneOut(now: Instant): Promise<number> {
    await this.connection.change(codes);
    await this.connection.change(streams);
    return (await this.connection.change(sessions)) + (await this.connection.change(tokens, { now }));
  }

  /** The backup that it was restored from has ended, and none is being made. */
  async knowBackup(id: string, madeAt: Instant): Promise<void> {
    await this.connection.change(ownBackup, { id, at: madeAt });
    await this.connection.change(otherBackups);
  }
}

const tables = compiled(
  () =>
    sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = current_schema()`,
);

const noCounters = compiled((db) => db.deleteFrom('counters'));

/** The tables of a database of PostgreSQL into which a backup is restored. */
export class SchemaStore extends Store {
  async isThere(): Promise<boolean> {
    const ours = new Set<string>(TABLES.map(({ name }) => name));
    return (await this.connection.all(tables)).some(({ name }) => ours.has(name));
  }

  /** Makes the tables that a backup was made of, without a row. @param migrations the changes of the schema that it knew. */
  async createAsThen(migrations: readonly string[], now: Instant): Promise<void> {
    await createAsThen(this.connection, migrations, Date.parse(now));
    await this.connection.change(noCounters);
  }

  /** Makes the rows that were loaded into those of this version. */
  async bringUpToDate(now: Instant): Promise<void> {
    await migrateWithin(this.connection, Date.parse(now));
  }
}
