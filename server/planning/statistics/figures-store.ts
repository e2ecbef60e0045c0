import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import type { Category } from '#contract/words.ts';
import { compiledForms, type Dialect, type Instant, Store } from '#platform';
import { type Condition as FieldCondition, hasLabel, optionsSaid, type StoredField, writtenCondition } from '#tickets';
import type { FigureCase } from './figure-cases.ts';

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
  /** The conditions on fields. */
  readonly fields: readonly FieldCondition[];
  /** The field by whose options cases are told. */
  readonly byField: StoredField | null;
}

/** How many tickets that were reported on one day are open. */
export interface OpenOfDay {
  readonly reported: string;
  readonly tickets: number;
}

/** A ticket that was closed and left `closed` again. */
export interface ReopenedClosing {
  /** The day on which it was reported. */
  readonly reported: string;
  readonly closed_at: Instant;
  readonly reopened_at: Instant;
}

type Asked = 'from' | 'until' | 'projectId' | 'teamId' | 'labelId' | 'category' | 'byField';
type Values = ScopeValues & Record<Asked, string>;

const formOf = ({ scope, projectId, teamId, labelId, category, fields, byField }: FigureScope): string =>
  [
    formOfScope(scope),
    ...[projectId, teamId, labelId].map((id) => (id === null || id === 'none' ? id : 'one')),
    category !== null,
    ...fields.map(({ form }) => form),
    byField && JSON.stringify([byField.category, byField.project_id]),
  ].join();

const valuesOf = ({
  scope,
  from,
  until,
  projectId,
  teamId,
  labelId,
  category,
  fields,
  byField,
}: FigureScope): Values => ({
  ...scopeValues(scope),
  from,
  until,
  projectId: projectId ?? '',
  teamId: teamId ?? '',
  labelId: labelId ?? '',
  category: category ?? '',
  byField: byField?.id ?? '',
  ...Object.assign({}, ...fields.map(({ values }) => values)),
});

type Condition = RawBuilder<SqlBool>;

/** The conditions of figures on `tickets`, but for the time. */
function chosen(selection: FigureScope, p: Values, dialect: Dialect): Condition {
  const { scope, projectId, teamId, labelId, category, fields } = selection;
  const by = (column: string, id: string | null, value: string): Condition[] =>
    id === null ? [] : [id === 'none' ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`];
  const conditions = [
    sql<SqlBool>`tickets.merged_into_id is null`,
    ...by('tickets.project_id', projectId, p.projectId),
    ...by('tickets.team_id', teamId, p.teamId),
    ...(labelId === 'none' ? [sql<SqlBool>`not ${hasLabel(sql`true`)}`] : []),
    ...(labelId === null || labelId === 'none' ? [] : [hasLabel(sql`ticket_labels.label_id = ${p.labelId}`)]),
    ...(category === null ? [] : [sql<SqlBool>`tickets.category = ${p.category}`]),
    ...fields.map((field) => writtenCondition(field, p, dialect)),
    inScope(scope, p, dialect) ?? sql<SqlBool>`true`,
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const labelIds = sql<string | null>`(select string_agg(cast(ticket_labels.label_id as text), ',')
  from ticket_labels where ticket_labels.ticket_id = tickets.id)`;

/** The first public words of a developer to the reporter. */
const firstReply = sql<Instant | null>`(select min(comments.created_at) from comments where comments.ticket_id = tickets.id
  and comments.is_developer and not comments.is_internal and comments.user_id <> tickets.reporter_id)`;

/** The tickets that were reported in the period, or were closed in it or later. */
const cases = compiledForms(formOf, (_, p: Values, selection: FigureScope, dialect) => {
  const [created, closed] = [sql.ref<Instant>('tickets.created_at'), sql.ref<Instant>('tickets.closed_at')];
  const until = (moment: RawBuilder<Instant | null>) =>
    sql`cast(round(${dialect.minutesBetween(created, moment)}) as integer)`;
  return sql<FigureCase>`select tickets.project_id, tickets.category, tickets.team_id, ${labelIds} as label_ids,
    ${selection.byField === null ? sql`null` : optionsSaid(selection.byField, p.byField)} as option_keys,
    ${dialect.dayOf(created)} as reported, ${dialect.dayOf(closed)} as closed,
    ${until(firstReply)} as first_reply, ${until(closed)} as answer
    from tickets where (${created} >= ${p.from} and ${created} < ${p.until} or ${closed} >= ${p.from})
      and ${chosen(selection, p, dialect)}`;
});

const openDays = compiledForms(formOf, (_, p: Values, selection: FigureScope, dialect) => {
  const reported = dialect.dayOf(sql.ref<Instant>('tickets.created_at'));
  return sql<OpenOfDay>`select ${reported} as reported, count(*) as tickets from tickets
    where tickets.closed_at is null and tickets.created_at < ${p.until} and ${chosen(selection, p, dialect)}
    group by 1`;
});

/** Reopenings in the period, or later: an answer of the period may not have held. */
const reopenings = compiledForms(
  formOf,
  (_, p: Values, selection: FigureScope, dialect) =>
    sql<ReopenedClosing>`select ${dialect.dayOf(sql.ref<Instant>('tickets.created_at'))} as reported,
      coalesce((select max(closing.created_at) from ticket_history as closing where closing.ticket_id = h.ticket_id
        and closing.field = 'status' and closing.new_value = 'closed' and closing.created_at <= h.created_at),
        tickets.created_at) as closed_at,
      h.created_at as reopened_at
    from ticket_history as h inner join tickets on tickets.id = h.ticket_id
    where h.field = 'status' and h.old_value = 'closed' and h.created_at >= ${p.from} and ${chosen(selection, p, dialect)}`,
);

/** Votes of people who had no ticket of their own about it. */
const withoutTicket = compiledForms(
  formOf,
  (_, p: Values, selection: FigureScope, dialect) =>
    sql<{ votes: number }>`select count(*) as votes from answer_votes as v
      inner join answers on answers.comment_id = v.comment_id inner join tickets on tickets.id = answers.ticket_id
    where v.helped and v.ticket_id is null and v.user_id <> answers.reporter_id
      and v.voted_at >= ${p.from} and v.voted_at < ${p.until} and ${chosen(selection, p, dialect)}`,
);

export class FiguresStore extends Store {
  /** The tickets that were reported in the period, or were closed in it or later. */
  cases(selection: FigureScope): Promise<readonly FigureCase[]> {
    return this.connection.all(cases(selection), valuesOf(selection));
  }

  /** The tickets that are open, and were reported before the period ended. */
  openDays(selection: FigureScope): Promise<readonly OpenOfDay[]> {
    return this.connection.all(openDays(selection), valuesOf(selection));
  }

  /** The tickets that left `closed` in the period or later. */
  reopenings(selection: FigureScope): Promise<readonly ReopenedClosing[]> {
    return this.connection.all(reopenings(selection), valuesOf(selection));
  }

  /** How many answers helped somebody in the period who then reported nothing. */
  async withoutTicket(selection: FigureScope): Promise<number> {
    return (await this.connection.only(withoutTicket(selection), valuesOf(selection))).votes;
  }
}
