import { sql } from 'kysely';
import { compiled, type Instant, insertInto, Store } from '#platform';
import type { RowOf } from '#records';

/** An upgrade, with the changes of the schema that ran. */
export type StoredUpgrade = Omit<RowOf<'upgrades'>, 'migrations'> & { readonly migrations: readonly string[] };

type Row = Omit<StoredUpgrade, 'migrations'> & { readonly migrations: string };

const unannounced = compiled(
  () => sql<Row>`select id, version, previous_version, upgraded_at, cast(migrations as text) as migrations, copy
    from upgrades where not exists (select 1 from event_outbox where aggregate_id = upgrades.id)
      and upgraded_at >= (select max(upgraded_at) from upgrades) limit 1`,
);

const newest = compiled(
  () => sql<Row>`select id, version, previous_version, upgraded_at, cast(migrations as text) as migrations, copy
    from upgrades order by upgraded_at desc, id desc limit 1`,
);

const since = compiled((db, p: { version: string }) =>
  db.selectFrom('upgrades').select('upgraded_at').where('version', '=', p.version).orderBy('upgraded_at'),
);

const insert = insertInto('upgrades');

const stored = (row: Row | undefined): StoredUpgrade | null =>
  row === undefined ? null : { ...row, migrations: JSON.parse(row.migrations) as string[] };

/** The versions to which this Kwit was brought. */
export class UpgradeStore extends Store {
  async newest(): Promise<StoredUpgrade | null> {
    return stored(await this.connection.first(newest));
  }

  /** The newest, if no event tells of it yet. */
  async unannounced(): Promise<StoredUpgrade | null> {
    return stored(await this.connection.first(unannounced));
  }

  /** When a version first ran; null where that is not known. */
  async since(version: string): Promise<Instant | null> {
    return (await this.connection.first(since, { version }))?.upgraded_at ?? null;
  }

  async add(upgrade: StoredUpgrade): Promise<void> {
    await this.connection.change(insert, { ...upgrade, migrations: JSON.stringify(upgrade.migrations) });
  }
}
