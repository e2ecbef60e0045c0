import { sql } from 'kysely';
import { worksOnTicket } from '#access';
import { compiled, deleteBy, type Instant, insertEach, tableStore, updateEach } from '#platform';
import { flag, type RowOf } from '#records';
import type { TargetedFacts } from './wait-rule.ts';

export type StoredWait = RowOf<'waits'>;

const running = compiled((db, p: { ticket: string }, dialect) =>
  dialect.held(db.selectFrom('waits').selectAll().where('ticket_id', '=', p.ticket).where('ended_at', 'is', null)),
);
const ofTicket = compiled((db, p: { ticket: string }) =>
  db.selectFrom('waits').selectAll().where('ticket_id', '=', p.ticket).orderBy('since', 'desc').orderBy('id', 'desc'),
);
const ofTickets = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('waits')
    .selectAll()
    .where(among(sql.ref('ticket_id'), p.ids)),
);
const facts = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number', 'project_id', 'category', 'priority', 'team_id'])
    .where(among(sql.ref('id'), p.ids)),
);
/** The targets that count, in order, each with its calendar; always a row, which has the revision. */
const targets = compiled(
  () => sql<{
    revision: number | null;
    id: string | null;
    project_id: string | null;
    category: string | null;
    priority: string | null;
    team_id: string | null;
    minutes: number;
    promised: 0 | 1;
    calendar_id: string;
    calendar_version: number;
  }>`select counters.value as revision, answer_targets.id, project_id, category, priority, team_id, minutes, promised,
      calendar_id, calendars.version as calendar_version
    from (select 'promises' as name) as one
    left join counters on counters.name = one.name
    left join answer_targets on answer_targets.is_active
    left join calendars on calendars.id = answer_targets.calendar_id
    order by position`,
);
const revise = compiled(
  () => sql`insert into counters (name, value) values ('promises', 1)
    on conflict (name) do update set value = counters.value + 1`,
);
const RECKONED = ['target_id', 'target_minutes', 'promised', 'calendar_id', 'calendar_version', 'reckoned'] as const;
const settle = updateEach('waits', ...RECKONED);
const move = updateEach('waits', ...RECKONED, 'soon_at', 'due_at');
const stale = compiled((db, p: { revision: number; most: number }, dialect) =>
  dialect.claimable(
    db
      .selectFrom('waits')
      .selectAll()
      .where('ended_at', 'is', null)
      // Each part by the index.
      .where((eb) => eb.or([eb('reckoned', '<', p.revision), eb('reckoned', '>', p.revision)]))
      .limit(p.most),
  ),
);

/** The reports of tickets, each with whether somebody made it who works on the ticket. */
const reports = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'created_at', 'reporter_id', 'reporter_works', 'status', 'closed_at'])
    .where(among(sql.ref('id'), p.ids)),
);

/** The public words on tickets, those that have gone along with a merge at the ticket on which they were written. */
const words = compiled((_, p: { ids: readonly string[] }, { among }) => {
  const own = (column: string, condition: string) => sql`
    select id, ${sql.ref(column)} as ticket_id, user_id, is_developer, created_at from comments
    where ${among(sql.ref(column), p.ids)} and ${sql.raw(condition)} and is_internal = false`;
  return sql<Pick<RowOf<'comments'>, 'id' | 'ticket_id' | 'user_id' | 'is_developer' | 'created_at'>>`
    ${own('ticket_id', 'merged_from_id is null')} union all ${own('merged_from_id', 'merged_from_id is not null')}`;
});
const closings = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('ticket_history')
    .select(['id', 'ticket_id', 'created_at'])
    .where(among(sql.ref('ticket_id'), p.ids))
    .where('field', '=', sql.lit('status'))
    .where('new_value', '=', sql.lit('closed')),
);
const merges = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('ticket_merges')
    .select(['ticket_id', 'into_id', 'merged_at', 'notice_id', 'closed_at'])
    .where((eb) => eb.or([among(eb.ref('ticket_id'), p.ids), among(eb.ref('into_id'), p.ids)])),
);
const doesReporterWork = sql`exists (select 1 from users where users.id = tickets.reporter_id and ${worksOnTicket})`;
// Most stay as they are: on PostgreSQL each row that is written anew costs as much as all its indexes.
const markReporters = compiled(
  (_, p: { ids: readonly string[] }, { among }) => sql`update tickets set reporter_works = ${doesReporterWork}
    where ${among(sql.ref('id'), p.ids)} and reporter_works <> ${doesReporterWork}`,
);
/** Waits of which somebody is to be told, the earliest due first. */
const untold = {
  missed: compiled(
    (_, p: { now: Instant; open: readonly string[]; most: number }, { among, limit }) =>
      sql<StoredWait>`select * from waits where ended_at is null and missed_at is null and due_at <= ${p.now}
      and ${among(sql.ref('calendar_id'), p.open)} order by due_at, id ${limit(p.most)}`,
  ),
  warned: compiled(
    (_, p: { now: Instant; open: readonly string[]; most: number }, { among, limit }) =>
      sql<StoredWait>`select * from waits where ended_at is null and warned_at is null and soon_at <= ${p.now}
      and due_at > ${p.now} and ${among(sql.ref('calendar_id'), p.open)} order by due_at, id ${limit(p.most)}`,
  ),
};
const anyUntold = compiled(
  (_, p: { now: Instant }) => sql<{ calendar_id: string | null }>`
    select calendar_id from waits where ended_at is null and missed_at is null and due_at <= ${p.now}
    union select calendar_id from waits
      where ended_at is null and warned_at is null and soon_at <= ${p.now} and due_at > ${p.now}`,
);
const heldTickets = compiled((db, p: { ids: readonly string[] }, dialect) =>
  dialect.held(
    db
      .selectFrom('tickets')
      .select(['id', 'number', 'assignee_id', 'team_id'])
      .where(dialect.among(sql.ref('id'), p.ids))
      .orderBy('id'),
  ),
);
const developersIn = compiled((db, p: { team: string }) =>
  db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('users.id')
    .where('team_id', '=', p.team)
    .where('users.role', '=', sql.lit('developer'))
    .where('users.is_active', '=', flag(true)),
);

const filled = compiled((db, p: { name: string }) =>
  db.selectFrom('counters').select('value').where('name', '=', p.name),
);
const newest = compiled(() => sql<{ number: number | null }>`select max(number) as number from tickets`);
const analyze = compiled(() => sql`analyze waits`);
const dropCounter = deleteBy('counters', 'name');

const between = compiled((db, p: { after: number; until: number }) =>
  db.selectFrom('tickets').select('id').where('number', '>', p.after).where('number', '<=', p.until).orderBy('number'),
);

/** Waits, and what they follow from. */
export class WaitStore extends tableStore('waits') {
  readonly addEach = this.changes(insertEach('waits'));
  /** The wait that runs on a ticket; nobody else changes it until the transaction ends. */
  readonly running = this.first(running);
  /** Newest first. */
  readonly ofTicket = this.all(ofTicket);
  readonly ofTickets = this.all(ofTickets);
  readonly targets = this.all(targets);
  /** Everything that is due is to be reckoned anew. */
  readonly revise = this.changes(revise);
  /** Stores what waits were reckoned to, where they stay due. */
  readonly settle = this.changes(settle);
  /** As `settle`, with when they are due. */
  readonly move = this.changes(move);
  /** Some waits that run, and are due by an earlier revision. */
  readonly stale = this.all(stale);
  readonly reports = this.all(reports);
  readonly words = this.all(words);
  readonly closings = this.all(closings);
  readonly merges = this.all(merges);
  readonly missed = this.all(untold.missed);
  readonly warned = this.all(untold.warned);
  /** The calendars of waits of which somebody is to be told. */
  readonly calendarsUntold = this.all(anyUntold);
  readonly heldTickets = this.all(heldTickets);
  /** The ids of the active developers of a team. */
  readonly developersIn = this.all(developersIn);
  /** The highest number of a ticket. */
  readonly newest = this.only(newest);
  readonly dropCounter = this.changes(dropCounter);
  /** Has the database look how much there is. */
  readonly analyze = this.changes(analyze);
  readonly counter = this.first(filled);
  /** Notes on tickets whether their reporters work on them now. */
  readonly markReporters = this.changes(markReporters);

  /** The facts that decide which target counts, by the tickets' ids. */
  async facts(ids: readonly string[]): Promise<ReadonlyMap<string, TargetedFacts & { readonly number: number }>> {
    return new Map((await this.connection.all(facts, { ids })).map((row) => [row.id, row]));
  }

  /** The ids of the tickets among some numbers. */
  async numbered(after: number, until: number): Promise<string[]> {
    return (await this.connection.all(between, { after, until })).map(({ id }) => id);
  }
}
