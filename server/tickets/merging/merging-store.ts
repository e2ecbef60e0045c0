import { sql } from 'kysely';
import { factColumns, isApartColumn, type TicketFacts } from '#access';
import { compiled, tableStore } from '#platform';

/** Two tickets: the one that was joined, and the one to which everything goes. */
interface Way {
  readonly from: string;
  readonly to: string;
}

/** The way back, with every ticket that had come to the one that leaves. */
interface WayBack {
  readonly root: string;
  readonly source: string;
  /** The ids of the source and of what was joined to it. */
  readonly ids: readonly string[];
}

/** A ticket, and everything that came to it by merges, those that came first last. */
const tree = compiled(
  (_, p: { id: string }) => sql<{ id: string }>`with recursive down (id) as (
      select id from tickets where id = ${p.id}
      union select ticket_merges.ticket_id from ticket_merges join down on ticket_merges.into_id = down.id)
    select id from down`,
);

const setRoot = compiled((db, p: { ids: readonly string[]; root: string | null }, dialect) =>
  db
    .updateTable('tickets')
    .set({ merged_into_id: p.root })
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const facts = compiled((db, p: { id: string }) =>
  db.selectFrom('tickets').select(['status_since', 'lead_id']).where('id', '=', p.id),
);

/** A page is asked for before anybody signs in, so nothing that is apart is named. */
const byNumber = compiled(
  (_, p: { number: number }) => sql<{ number: number }>`select tickets.number from tickets
    where not ${isApartColumn} and tickets.id = (
      select tickets.merged_into_id from tickets where tickets.number = ${p.number} and not ${isApartColumn})`,
);

const named = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number'])
    .select(factColumns(dialect))
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const joined = compiled((db, p: { root: string }) =>
  db.selectFrom('tickets').select('id').where('merged_into_id', '=', p.root),
);

/** Everything that goes along with a ticket has these two columns. */
const ALONG = ['comments', 'attachments', 'external_references'] as const;

const move = (table: (typeof ALONG)[number]) => ({
  there: compiled(
    (_, p: Way) => sql`update ${sql.table(table)}
      set merged_from_id = coalesce(merged_from_id, ${p.from}), ticket_id = ${p.to} where ticket_id = ${p.from}`,
  ),
  back: compiled(
    (_, p: WayBack, dialect) => sql`update ${sql.table(table)}
      set ticket_id = ${p.source}, merged_from_id = nullif(merged_from_id, ${p.source})
      where ticket_id = ${p.root} and ${dialect.among(sql.ref('merged_from_id'), p.ids)}`,
  ),
});
const MOVES = ALONG.map(move);

/** Two tickets have one link at most: a second one, and that of the two themselves, stays where it is. */
const moveLinks = (end: 'from' | 'to', other: 'from' | 'to') => {
  const [mine, theirs, label] = [sql.ref(`${end}_id`), sql.ref(`${other}_id`), sql.ref<string>(`${end}_merged_id`)];
  const isFree = (to: string) => sql`${theirs} <> ${to} and not exists (select 1 from ticket_relations as known
    where (known.from_id = ${to} and known.to_id = ${sql.ref(`ticket_relations.${other}_id`)})
      or (known.to_id = ${to} and known.from_id = ${sql.ref(`ticket_relations.${other}_id`)}))`;
  return {
    there: compiled(
      (_, p: Way) => sql`update ticket_relations set ${label} = coalesce(${label}, ${p.from}), ${mine} = ${p.to}
        where ${mine} = ${p.from} and ${isFree(p.to)}`,
    ),
    back: compiled(
      (_, p: WayBack, dialect) => sql`update ticket_relations
        set ${mine} = ${p.source}, ${label} = nullif(${label}, ${p.source})
        where ${mine} = ${p.root} and ${dialect.among(label, p.ids)} and ${isFree(p.source)}`,
    ),
  };
};
const LINKS = [moveLinks('from', 'to'), moveLinks('to', 'from')];

/** The ticket at the end of the way from one to what it was joined to, or stands beside. */
const UP = (id: string) => sql`up (id, depth) as (
  select id, 0 from tickets where id = ${id}
  union all select coalesce(tickets.merged_into_id, tickets.lead_id), up.depth + 1 from up join tickets on tickets.id = up.id
    where coalesce(tickets.merged_into_id, tickets.lead_id) is not null and up.depth < 1000)`;

const way = compiled(
  (_, p: { id: string }) => sql<{ id: string }>`with recursive ${UP(p.id)} select id from up order by depth`,
);

/** The lead of a ticket, and everything that was joined to it or stands beside it, by whatever way; the lead first. */
const together = compiled(
  (_, p: { id: string }) => sql<{ id: string }>`with recursive ${UP(p.id)},
    head (id) as (select id from up order by depth desc limit 1),
    down (id, depth) as (
      select id, 0 from head
      union select tickets.id, 1 from tickets join down
        on tickets.merged_into_id = down.id or (tickets.merged_into_id is null and tickets.lead_id = down.id))
    select id from down order by depth`,
);

/** The tickets among them that are answered on their own, and what decides who sees them. */
const group = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('users as reporter', 'reporter.id', 'tickets.reporter_id')
    .select(['tickets.id', 'tickets.number', 'tickets.title', 'reporter.name as reporter_name'])
    .select(factColumns(dialect))
    .where(dialect.among(sql.ref('tickets.id'), p.ids))
    .where('tickets.merged_into_id', 'is', null)
    .orderBy('tickets.number'),
);

/** A ticket of such a group. */
export interface BesideRow extends TicketFacts {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly reporter_name: string | null;
  readonly is_lead: boolean;
}

/** Which of these comments were the closure summaries of tickets that are joined: they get that mark back one day. */
const summaries = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('ticket_merges')
    .select('summary_id')
    .where(dialect.among(sql.ref('summary_id'), p.ids)),
);

const splitComments = compiled(
  (
    _,
    p: { ids: readonly string[]; to: string },
    dialect,
  ) => sql`update comments set ticket_id = ${p.to}, merged_from_id = null
    where ${dialect.among(sql.ref('id'), p.ids)}`,
);
const splitFiles = compiled(
  (
    _,
    p: { ids: readonly string[]; to: string },
    dialect,
  ) => sql`update attachments set ticket_id = ${p.to}, merged_from_id = null
    where ${dialect.among(sql.ref('comment_id'), p.ids)}`,
);

const moveComment = compiled(
  (_, p: { comment: string; ticket: string; merged_from_id: string | null }) =>
    sql`update comments set ticket_id = ${p.ticket}, merged_from_id = ${p.merged_from_id} where id = ${p.comment}`,
);
const moveFiles = compiled(
  (_, p: { comment: string; ticket: string; merged_from_id: string | null }) =>
    sql`update attachments set ticket_id = ${p.ticket}, merged_from_id = ${p.merged_from_id}
      where comment_id = ${p.comment}`,
);

/** The places of tickets by merging: where they were joined to, beside which one they stand. */
const places = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .leftJoin('ticket_merges', 'ticket_merges.ticket_id', 'tickets.id')
    .leftJoin('tickets as other', (join) =>
      join.on(sql<boolean>`other.id = coalesce(ticket_merges.into_id, tickets.lead_id)`),
    )
    .select(['tickets.id', 'tickets.number', 'tickets.merged_into_id', 'tickets.lead_id', 'ticket_merges.into_id'])
    .select('other.number as other_number')
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const said = compiled((db, p: { ticket: string }) =>
  db.selectFrom('comments').select('id').where('ticket_id', '=', p.ticket),
);
const ownFiles = compiled((db, p: { ticket: string }) =>
  db.selectFrom('attachments').select('id').where('ticket_id', '=', p.ticket).where('comment_id', 'is', null),
);

const reports = compiled((db, p: { root: string }, dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('users as reporter', 'reporter.id', 'tickets.reporter_id')
    .select(['tickets.id', 'tickets.number', 'tickets.title', 'tickets.description', 'tickets.created_at'])
    .select('reporter.name as reporter_name')
    .select(factColumns(dialect))
    .where('tickets.merged_into_id', '=', p.root)
    .orderBy('tickets.number'),
);

export class MergingStore extends tableStore('ticket_merges', 'ticket_id') {
  /** The columns of a ticket that only merging reads. */
  readonly facts = this.first(facts);
  /** Says of tickets at which one the chain of their merges ends; null for a ticket on its own. */
  readonly setRoot = this.changes(setRoot);
  /** Where tickets stand by merges. */
  readonly places = this.all(places);
  /** The ids of the comments on a ticket. */
  readonly said = this.all(said);
  readonly hasFiles = this.any(ownFiles);
  /** The reports of tickets that were joined to one, by whatever chain, and what decides who sees them. */
  readonly reports = this.all(reports);
  /** The numbers of tickets, and what decides who sees them. */
  readonly named = this.all(named);
  /** Whether one of these comments was the closure summary of a ticket that is joined to another one. */
  readonly hasSummary = this.any(summaries);

  /** The ids of a ticket and of everything that was joined to it, itself first. */
  async tree(id: string): Promise<string[]> {
    const ids = (await this.connection.all(tree, { id })).map((row) => row.id);
    return [id, ...ids.filter((ticketId) => ticketId !== id).sort()];
  }

  /** The number at the end of the chain of merges; undefined for a ticket that was not joined, and where either is apart. */
  async rootNumber(number: number): Promise<number | undefined> {
    return (await this.connection.first(byNumber, { number }))?.number;
  }

  /** How many tickets were joined to one, by whatever chain. */
  async joined(root: string): Promise<number> {
    return (await this.connection.all(joined, { root })).length;
  }

  /** Everything that hangs on a ticket goes to another one, but for its people. */
  async moveAll(way: Way): Promise<void> {
    for (const { there } of [...MOVES, ...LINKS]) await this.connection.change(there, way);
  }

  /** Everything that came along with the source, and with the tickets that were joined to it, goes back. @param ids of these. */
  async moveBack({ root, source, ids }: { root: string; source: string; ids: readonly string[] }): Promise<void> {
    const way = { root, source, ids };
    for (const { back } of [...MOVES, ...LINKS]) await this.connection.change(back, way);
  }

  /** The ids on the way from a ticket to its lead, itself first. */
  async way(id: string): Promise<string[]> {
    return (await this.connection.all(way, { id })).map((row) => row.id);
  }

  /** Every ticket that stands together with one, itself too, the lead first; empty for a ticket on its own. */
  async group(id: string): Promise<BesideRow[]> {
    const ids = (await this.connection.all(together, { id })).map((row) => row.id);
    if (ids.length < 2) return [];
    const rows = await this.connection.all(group, { ids });
    const all = rows.map((row) => ({ ...row, is_lead: row.id === ids[0] }));
    return all.length < 2 ? [] : [...all.filter(({ is_lead }) => is_lead), ...all.filter(({ is_lead }) => !is_lead)];
  }

  /** Comments, with their files, go to a new ticket and forget where they came from. */
  async splitOff(comments: readonly string[], to: string): Promise<void> {
    const p = { ids: comments, to };
    await this.connection.change(splitComments, p);
    await this.connection.change(splitFiles, p);
  }

  /** A comment goes to another ticket with its files. */
  async moveComment(way: { comment: string; ticket: string; merged_from_id: string | null }): Promise<void> {
    await this.connection.change(moveComment, way);
    await this.connection.change(moveFiles, way);
  }
}
