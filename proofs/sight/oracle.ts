import {
  factColumns,
  isConcealed,
  isHidden,
  mayRead,
  type Reader,
  standing,
  type TicketFacts,
  withSight,
  worksInProject,
} from '#access';
import { compiled } from '#platform';
import { NUMBERS, READERS, type ReaderName, WORDS, type World } from './world.ts';

interface StoredTicket extends TicketFacts {
  readonly id: string;
  readonly number: number;
  readonly merged_into_id: string | null;
}

/** Where a text stands: on a ticket, and whether for those alone who read internals. */
interface Place {
  readonly ticket: StoredTicket;
  readonly is_internal: 0 | 1;
}

const tickets = compiled((db, _, dialect) =>
  db.selectFrom('tickets').select(['id', 'number', 'merged_into_id']).select(factColumns(dialect)),
);

/** Every text of a ticket, as it is stored. What was joined to another one is read there, too. */
const TEXTS = `select id as ticket_id, 0 as is_internal, title || ' ' || description as text from tickets
  union all select merged_into_id, 0, title || ' ' || description from tickets where merged_into_id is not null
  union all select id, 1, internal_note from tickets where internal_note is not null
  union all select ticket_id, cast(is_internal as integer), content from comments
  union all select ticket_id, cast(is_internal as integer), original_name from attachments
  union all select ticket_id, 1, item from field_values`;
const PROJECTS = `select id, id as thing, name as text from projects
  union all select project_id, id, name || ' ' || coalesce(title_template, '') from ticket_templates where project_id is not null
  union all select project_id, id, name from labels where project_id is not null
  union all select project_id, id, key || ' ' || name_en || ' ' || name_pl from fields where project_id is not null`;

/** Things on projects and tickets that have an address of their own: collection, id, and on what they hang. */
const HANGING = [
  ...['labels', 'fields', 'ticket_templates'].map((table) => [table.replace('_', '-'), table, 'id', 'project_id']),
  ['answers', 'comments', 'id', 'ticket_id', 'is_closure_summary'],
  ['uploads', 'attachments', 'filename', 'ticket_id'],
  ['mail-in', 'inbound_mails', 'id', 'ticket_id'],
  // An act that did something besides is somebody's own.
  [
    'acts',
    'act_lines',
    'act_id',
    'ticket_id',
    'not exists (select 1 from act_lines as b where b.act_id = act_lines.act_id and b.ticket_id is null)',
  ],
]
  .map(
    ([collection, table, id, on, where = 'true']) => `select '${collection}' as collection, cast(${id} as text) as id,
    cast(${on} as text) as on_id from ${table} where ${on} is not null and ${where}`,
  )
  .join(' union all ');

/** The words and names that one reader may not learn now, by what is stored and by `standing` alone. */
export interface Unseen {
  readonly reader: Reader;
  readonly stored: Stored;
  /** Words that stand only where the reader does not read. */
  readonly words: ReadonlySet<string>;
  /** Ids and numbers of tickets, and ids of projects and their things, of which the reader may not know. */
  readonly names: ReadonlySet<string>;
  /** Ids and numbers of the other tickets and projects. */
  readonly open: ReadonlySet<string>;
  /** Tickets of which they may not know. */
  readonly tickets: readonly StoredTicket[];
  readonly projects: readonly string[];
  /** Ids of what hangs on those alone, by collection. */
  readonly hanging: ReadonlyMap<string, readonly string[]>;
  /** The words that a webhook may not say: of projects, for as long as the reader works there; null for one of all that is not apart. */
  unheard(projects: readonly string[] | null): ReadonlySet<string>;
}

export type Sights = ReadonlyMap<ReaderName, Unseen>;

const CONTEXT = { actor: null, correlationId: 'proof', source: 'proof' };

async function readerOf({ app }: World, id: string): Promise<Reader> {
  const sql = `select role from users where id = '${id}'`;
  const [row] = await app.database.read((connection) =>
    connection.rows<{ role: Reader['role'] }>({ sql, parameters: [] }),
  );
  const [reader] = await app.runner.read(CONTEXT, (work) => withSight(work, [{ id, role: row?.role ?? 'user' }]));
  if (reader === undefined) throw new Error('The reader is not there.');
  return reader;
}

interface Hanging {
  readonly collection: string;
  readonly id: string;
  /** The project or ticket. */
  readonly on_id: string;
}

interface OfProject {
  /** The project. */
  readonly id: string;
  readonly thing: string;
  readonly text: string;
}

export interface Stored {
  readonly tickets: readonly StoredTicket[];
  /** Where each word stands. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  /** Projects and what belongs to one, with their texts. */
  readonly projects: readonly OfProject[];
  readonly hanging: readonly Hanging[];
}

async function readStored({ app }: World): Promise<Stored> {
  const [stored, texts, projects, hanging] = await app.database.read((connection) =>
    Promise.all([
      connection.all(tickets),
      connection.rows<{ ticket_id: string; is_internal: 0 | 1; text: string }>({ sql: TEXTS, parameters: [] }),
      connection.rows<OfProject>({ sql: PROJECTS, parameters: [] }),
      connection.rows<Hanging>({ sql: HANGING, parameters: [] }),
    ]),
  );
  const byId = new Map(stored.map((ticket) => [ticket.id, ticket]));
  const places = new Map<string, Place[]>();
  for (const { ticket_id, is_internal, text } of texts)
    for (const [word] of text.matchAll(WORDS)) {
      const ticket = byId.get(ticket_id);
      if (ticket) places.set(word, [...(places.get(word) ?? []), { ticket, is_internal }]);
    }
  return { tickets: stored, places, projects, hanging };
}

const namesOf = (named: readonly StoredTicket[]): string[] => named.flatMap(({ id, number }) => [id, String(number)]);

/** The stored words and names that a reader may not learn. */
export function unseenOf(reader: Reader, whole: Stored, { by }: World['words']): Unseen {
  const { tickets: stored, places, projects } = whole;
  const isRead = ({ ticket, is_internal }: Place) => {
    const role = standing(reader, ticket);
    return role !== 'none' && mayRead(role, { is_internal });
  };
  const concealed = stored.filter((ticket) => standing(reader, ticket) === 'none' && isConcealed(reader, ticket));
  const hidden = projects.filter(({ id }) => isHidden(reader, id));
  const names = new Set([...namesOf(concealed), ...hidden.map(({ thing }) => thing)]);
  // Events of a joined ticket go on by the rights of the other.
  const apart = concealed.filter(
    ({ merged_into_id: into }) => into === null || concealed.some(({ id }) => id === into),
  );
  const unseenIds = new Set([...apart, ...hidden].map(({ id }) => id));
  const hangs = Map.groupBy(whole.hanging, ({ collection, id }) => `${collection} ${id}`).values();
  const hanging = [...hangs]
    .filter((on) => on.every(({ on_id }) => unseenIds.has(on_id)))
    .flatMap(([first]) => first ?? []);
  const ofOthers = [...places].filter(([word, where]) => by.get(word) !== reader.id && !where.some(isRead));
  const isHeard = ({ project_id: id }: StoredTicket, heard: readonly string[]) =>
    id !== null && heard.includes(id) && worksInProject(reader, id);
  return {
    ...{ reader, names, stored: whole },
    words: new Set([
      ...ofOthers.map(([word]) => word),
      ...hidden.flatMap(({ text }) => Array.from(text.match(WORDS) ?? [])),
    ]),
    open: new Set([...namesOf(stored), ...projects.map(({ thing }) => thing)].filter((name) => !names.has(name))),
    tickets: apart,
    hanging: new Map(
      [...Map.groupBy(hanging, ({ collection }) => collection)].map(([name, some]) => [name, some.map(({ id }) => id)]),
    ),
    projects: [...new Set(hidden.map(({ id }) => id))],
    unheard: (heard) =>
      new Set([
        ...namesOf(stored.filter((ticket) => (heard === null ? isConcealed(reader, ticket) : !isHeard(ticket, heard)))),
        ...by.keys(),
      ]),
  };
}

/** The words and names that each reader may not learn now. */
export async function unseenBy(world: World): Promise<Sights> {
  const stored = await readStored(world);
  const sights = new Map<ReaderName, Unseen>();
  for (const name of READERS)
    sights.set(name, unseenOf(await readerOf(world, world.people[name].id), stored, world.words));
  return sights;
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The unseen words and names in a text. The words of the question are the reader's already. */
export function leaksIn({ words, names }: Pick<Unseen, 'words' | 'names'>, text: string, question = ''): string[] {
  const seen = new Set(
    [...text.matchAll(IDS), ...text.matchAll(NUMBERS), ...text.matchAll(WORDS)].map(([word]) => word),
  );
  return [...seen].filter((word) => (words.has(word) || names.has(word)) && !question.includes(word));
}
