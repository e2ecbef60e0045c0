import { sql } from 'kysely';
import { type Actor, compiled, type Instant, Store, selectBy, type Work } from '#platform';

const begin = compiled((db, p: { name: string; now: Instant; before: Instant }) =>
  db
    .insertInto('chores')
    .values({ name: p.name, began_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ began_at: p.now })
        // A node whose clock was ahead must not keep the others from the job for ever.
        .where((eb) => eb.or([eb('chores.began_at', '<=', p.before), eb('chores.began_at', '>', p.now)])),
    ),
);

/** When each job last began, on any node. */
export class JobStore extends Store {
  /** Begins a job, unless a node began it after `before`. One of all nodes that ask gets true. */
  readonly begin = this.changesAny(begin);
}

/** Rows that are dated later than `most` were dated by a clock that was ahead. */
type Misdated = Readonly<Record<'now' | 'most', Instant>>;

const entries = compiled((db, p: Misdated) =>
  db
    .updateTable('event_outbox')
    .set({ next_attempt_at: p.now })
    .where('routed_at', 'is', null)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '>', p.most),
);

const deliveries = compiled((db, p: Misdated) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '>', p.most),
);

const leases = (['event_outbox', 'event_deliveries'] as const).map((table) =>
  compiled((db, p: Misdated) => db.updateTable(table).set({ leased_until: p.now }).where('leased_until', '>', p.most)),
);

const attempts = compiled((db, p: { most: Instant }) => db.deleteFrom('attempts').where('at', '>', p.most));

const codes = compiled((db, p: { most: Instant }) => db.deleteFrom('sign_in_codes').where('expires_at', '>', p.most));

/** Rows that a clock which was ahead has dated. */
export class MisdatedStore extends Store {
  /** Makes entries and deliveries due now that would be due after `due`, and ends leases that would end after `leases`. */
  async mend(now: Instant, { due, leases: latest }: Readonly<Record<'due' | 'leases', Instant>>): Promise<void> {
    for (const query of [entries, deliveries]) await this.connection.change(query, { now, most: due });
    for (const query of leases) await this.connection.change(query, { now, most: latest });
  }

  /** Removes attempts that count against a limit and were made after `made`, and codes that end after `end`. */
  async drop(made: Instant, end: Instant): Promise<void> {
    await this.connection.change(attempts, { most: made });
    await this.connection.change(codes, { most: end });
  }
}

/** How many names one query asks for. */
export const NAMES_AT_ONCE = 100;

/**
 * Every column that names a file. A column that is missing here loses its files to the sweep; a test compares this list
 * with the tables.
 */
export const NAMING = [
  ['attachments', 'filename'],
  ['removed_rows', 'filename'],
  ['users', 'avatar_filename'],
  ['projects', 'icon_filename'],
  ['table_imports', 'filename'],
  ['inbound_mails', 'raw_file'],
] as const;

const naming = NAMING.map(([table, column]) =>
  compiled((_, p: Record<string, string>) => {
    const places = Array.from({ length: NAMES_AT_ONCE }, (_, index) => p[`name${index}`]);
    return sql<{ name: string }>`
      select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(places)})`;
  }),
);

const setting = selectBy('settings', 'name');

export class NamedFileStore extends Store {
  /** The names among these that a row has. @param names at most 100. */
  async named(names: readonly string[]): Promise<ReadonlySet<string>> {
    const last = names.at(-1) ?? '';
    const parameters = Object.fromEntries(
      Array.from({ length: NAMES_AT_ONCE }, (_, index) => [`name${index}`, names[index] ?? last]),
    );
    const named = new Set<string>();
    for (const query of naming) for (const { name } of await this.connection.all(query, parameters)) named.add(name);
    const logo = await this.connection.first(setting, { name: 'app_logo' });
    if (logo !== undefined) named.add(String(JSON.parse(logo.value)?.filename));
    return named;
  }
}

export const namedFilesAmong = (work: Work<Actor>, names: readonly string[]) => work.of(NamedFileStore).named(names);
