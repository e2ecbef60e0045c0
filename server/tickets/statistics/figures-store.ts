import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import type { Category } from '#contract/tickets.ts';
import { type Connection, compiledForms, type Dialect, type Instant } from '#platform';
import { hasLabel } from '../labels/label-columns.ts';

/** Which tickets figures are about, and of which time: from `from` until before `until`. */
export interface FigureScope {
  readonly scope: TicketScope;
  readonly from: Instant;
  readonly until: Instant;
  /** An id, or `none`; null for all. */
  readonly projectId: string | null;
  readonly teamId: string | null;
  readonly labelId: string | null;
  readonly category: Category | null;
}

/** Tickets of one project, category, team, month and set of labels: how many, and how long something took on each of those on which it happened. */
export interface TakenMinutes {
  readonly project_id: string | null;
  readonly category: Category;
  readonly team_id: string | null;
  /** As `2026-11`. */
  readonly month: string;
  /** The ids of their labels. */
  readonly label_ids: readonly string[];
  readonly tickets: number;
  readonly minutes: readonly number[];
}

/** How many tickets were reported on one day and closed for good, so far, on another; null for those that are open. */
export interface OpenDays {
  readonly reported: string;
  readonly closed: string | null;
  readonly tickets: number;
}

/** A ticket that was closed and left `closed` again. */
export interface ReopenedClosing {
  /** The day on which it was reported. */
  readonly reported: string;
  readonly closed_at: Instant;
  readonly reopened_at: Instant;
}

interface Values extends ScopeValues {
  from: Instant;
  until: Instant;
  projectId: string;
  teamId: string;
  labelId: string;
  category: string;
}

const formOf = ({ scope, projectId, teamId, labelId, category }: FigureScope): string =>
  [
    formOfScope(scope),
    ...[projectId, teamId, labelId].map((id) => (id === null || id === 'none' ? id : 'one')),
    category !== null,
  ].join();

const valuesOf = ({ scope, from, until, projectId, teamId, labelId, category }: FigureScope): Values => ({
  ...scopeValues(scope),
  ...{
    from,
    until,
    projectId: projectId ?? '',
    teamId: teamId ?? '',
    labelId: labelId ?? '',
    category: category ?? '',
  },
});

type Condition = RawBuilder<SqlBool>;

/** The conditions of figures on `tickets`, but for the time. */
function chosen({ scope, projectId, teamId, labelId, category }: FigureScope, p: Values, dialect: Dialect): Condition {
  const by = (column: string, id: string | null, value: string): Condition[] =>
    id === null ? [] : [id === 'none' ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`];
  const conditions = [
    sql<SqlBool>`tickets.merged_into_id is null`,
    ...by('tickets.project_id', projectId, p.projectId),
    ...by('tickets.team_id', teamId, p.teamId),
    ...(labelId === 'none' ? [sql<SqlBool>`not ${hasLabel(sql`true`)}`] : []),
    ...(labelId === null || labelId === 'none' ? [] : [hasLabel(sql`ticket_labels.label_id = ${p.labelId}`)]),
    ...(category === null ? [] : [sql<SqlBool>`tickets.category = ${p.category}`]),
    inScope(scope, p, dialect) ?? sql<SqlBool>`true`,
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

type Taken = Omit<TakenMinutes, 'minutes' | 'label_ids'> & {
  readonly minutes: string | null;
  readonly label_ids: string | null;
};

const labelIds = sql<
  string | null
>`(select string_agg(cast(ticket_labels.label_id as text), ',' order by ticket_labels.label_id)
  from ticket_labels where ticket_labels.ticket_id = tickets.id)`;

/** The first public words of a developer to the reporter. */
const firstReply = sql<Instant | null>`(select min(comments.created_at) from comments where comments.ticket_id = tickets.id
  and comments.is_developer and not comments.is_internal and comments.user_id <> tickets.reporter_id)`;

const taken = (at: 'created_at' | 'closed_at') =>
  compiledForms(formOf, (_, p: Values, wanted: FigureScope, dialect) => {
    const day = sql.ref<Instant>(`tickets.${at}`);
    const created = sql.ref<Instant>('tickets.created_at');
    const minutes = dialect.minutesBetween(created, at === 'created_at' ? firstReply : day);
    return sql<Taken>`select project_id, category, team_id, month, label_ids, count(*) as tickets,
        string_agg(cast(cast(round(minutes) as integer) as text), ',') as minutes
      from (select tickets.project_id, tickets.category, tickets.team_id, substr(${dialect.dayOf(day)}, 1, 7) as month,
          ${labelIds} as label_ids, ${minutes} as minutes
        from tickets where ${day} >= ${p.from} and ${day} < ${p.until} and ${chosen(wanted, p, dialect)}) as taken
      group by project_id, category, team_id, month, label_ids`;
  });

const toReply = taken('created_at');
const toAnswer = taken('closed_at');

const openDays = compiledForms(formOf, (_, p: Values, wanted: FigureScope, dialect) => {
  const reported = dialect.dayOf(sql.ref<Instant>('tickets.created_at'));
  const closed = dialect.dayOf(sql.ref<Instant>('tickets.closed_at'));
  return sql<OpenDays>`select ${reported} as reported, ${closed} as closed, count(*) as tickets from tickets
    where tickets.created_at < ${p.until} and (tickets.closed_at is null or tickets.closed_at >= ${p.from})
      and ${chosen(wanted, p, dialect)}
    group by 1, 2`;
});

/** Those that left `closed` in the period, or later: an answer of the period may not have held. */
const reopenings = compiledForms(
  formOf,
  (_, p: Values, wanted: FigureScope, dialect) =>
    sql<ReopenedClosing>`select ${dialect.dayOf(sql.ref<Instant>('tickets.created_at'))} as reported,
      coalesce((select max(closing.created_at) from ticket_history as closing where closing.ticket_id = h.ticket_id
        and closing.field = 'status' and closing.new_value = 'closed' and closing.created_at <= h.created_at),
        tickets.created_at) as closed_at,
      h.created_at as reopened_at
    from ticket_history as h inner join tickets on tickets.id = h.ticket_id
    where h.field = 'status' and h.old_value = 'closed' and h.created_at >= ${p.from} and ${chosen(wanted, p, dialect)}`,
);

/** Votes of people who had no ticket of their own about it. */
const withoutTicket = compiledForms(
  formOf,
  (_, p: Values, wanted: FigureScope, dialect) =>
    sql<{ votes: number }>`select count(*) as votes from answer_votes as v
      inner join answers on answers.comment_id = v.comment_id inner join tickets on tickets.id = answers.ticket_id
    where v.helped and v.ticket_id is null and v.user_id <> answers.reporter_id
      and v.voted_at >= ${p.from} and v.voted_at < ${p.until} and ${chosen(wanted, p, dialect)}`,
);

const partsOf = (text: string | null): string[] => (text === null ? [] : text.split(','));

/** What figures are made of. */
export class FiguresStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The tickets reported in the period, with the minutes until a developer first answered in public. */
  toReply = (wanted: FigureScope): Promise<TakenMinutes[]> => this.#taken(toReply, wanted);

  /** The tickets that are closed, and were closed in the period, with the minutes from the report until then. */
  toAnswer = (wanted: FigureScope): Promise<TakenMinutes[]> => this.#taken(toAnswer, wanted);

  /** The tickets that were open in the period. */
  openDays(wanted: FigureScope): Promise<readonly OpenDays[]> {
    return this.#connection.all(openDays(wanted), valuesOf(wanted));
  }

  /** What left `closed` in the period or later. */
  reopenings(wanted: FigureScope): Promise<readonly ReopenedClosing[]> {
    return this.#connection.all(reopenings(wanted), valuesOf(wanted));
  }

  /** How many answers helped somebody in the period who then reported nothing. */
  async withoutTicket(wanted: FigureScope): Promise<number> {
    return (await this.#connection.only(withoutTicket(wanted), valuesOf(wanted))).votes;
  }

  async #taken(query: typeof toReply, wanted: FigureScope): Promise<TakenMinutes[]> {
    const rows = await this.#connection.all(query(wanted), valuesOf(wanted));
    return rows.map((row) => ({
      ...row,
      minutes: partsOf(row.minutes).map(Number),
      label_ids: partsOf(row.label_ids),
    }));
  }
}
