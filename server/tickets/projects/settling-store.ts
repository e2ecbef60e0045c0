import { sql } from 'kysely';
import { compiled, tableStore, upsertInto } from '#platform';

/** The effect of a change of who sees a project on its tickets: on who is on them, or also on where their words are found. */
export type SightEffect = 'people' | 'words';

/** A change whose tickets are settled a little at a time. */
interface Settling {
  readonly effect: SightEffect;
  readonly project: string;
  /** The maker of the change. */
  readonly person: string;
  /** The number of the last ticket that was settled; 0 at the beginning. */
  readonly after: number;
}

const PREFIX = 'settling';
const nameOf = ({ effect, project, person }: Omit<Settling, 'after'>) => [PREFIX, effect, project, person].join(':');

const begin = upsertInto('counters');

const next = compiled((db, _: object, dialect) =>
  dialect.claimable(
    db
      .selectFrom('counters')
      .select(['name', 'value'])
      .where('name', 'like', sql.lit(`${PREFIX}:%`))
      .orderBy('name')
      .limit(1),
  ),
);

const first = compiled((db, p: { project: string; most: number }) =>
  db.selectFrom('tickets').select('id').where('project_id', '=', p.project).limit(p.most),
);

const between = compiled((db, p: { project: string; after: number; until: number }, { unindexed }) =>
  db
    .selectFrom('tickets')
    .select('id')
    .where('number', '>', p.after)
    .where('number', '<=', p.until)
    .where(unindexed<string>('project_id'), '=', p.project)
    .orderBy('number'),
);

/** The changes of who sees a project that its tickets do not follow yet, each as a counter of how far they do. */
export class SettlingStore extends tableStore('counters', 'name') {
  /** The ids of tickets of a project. */
  async some(project: string, most: number): Promise<string[]> {
    return (await this.connection.all(first, { project, most })).map(({ id }) => id);
  }

  /** Begins with a project's first ticket, also where it was begun before. */
  async begin(settling: Omit<Settling, 'after'>): Promise<void> {
    await this.connection.change(begin, { name: nameOf(settling), value: 0 });
  }

  /** One of them, which no other node takes until the transaction ends. */
  async next(): Promise<Settling | undefined> {
    const row = await this.connection.first(next);
    if (row === undefined) return undefined;
    const [, effect, project = '', person = ''] = row.name.split(':');
    return { effect: effect === 'words' ? 'words' : 'people', project, person, after: row.value };
  }

  /** The ids of the project's tickets among the next numbers, and the last of these. */
  async step({ project, after }: Settling, size: number): Promise<{ ids: string[]; until: number }> {
    const until = after + size;
    return { ids: (await this.connection.all(between, { project, after, until })).map(({ id }) => id), until };
  }

  /** Notes up to which number the tickets are settled. It ends with the newest ticket: later ones are settled when they are made. */
  async advance(settling: Settling, until: number): Promise<void> {
    const name = nameOf(settling);
    const newest = await this.find('ticket_number');
    if (newest && until < newest.value) await this.change(name, { value: until });
    else await this.delete(name);
  }
}
