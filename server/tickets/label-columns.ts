import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TicketLabel } from '#contract/labels.ts';
import type { LabelColor } from '#contract/words.ts';
import type { Dialect } from '#platform';

/** The labels of a ticket by name, a line each, as `labelsOf` reads them. To look first whether it has any takes less than to sort none. */
export const labelsColumn = () =>
  sql<string | null>`case when exists (select 1 from ticket_labels where ticket_labels.ticket_id = tickets.id) then
    (select string_agg(cast(labels.id as text) || ' ' || labels.color || ' ' || labels.name, ${sql.lit('\n')}
      order by labels.folded_name)
    from ticket_labels inner join labels on labels.id = ticket_labels.label_id
    where ticket_labels.ticket_id = tickets.id) end`.as('labels');

/** The labels of a ticket that was read with that column. */
export const labelsOf = ({ labels }: { readonly labels?: string | null }): TicketLabel[] =>
  labels == null
    ? []
    : labels.split('\n').map((text) => {
        const [id = '', color = ''] = text.split(' ', 2);
        return { id, name: text.slice(id.length + color.length + 2), color: color as LabelColor };
      });

/** The condition of a list on labels: any of them, all of them, or none at all. */
export interface LabelFilter {
  /** The ids of labels of which a ticket has one at least; null where it does not matter. */
  readonly any: readonly string[] | null;
  /** The ids of labels that a ticket has, all of them. */
  readonly all: readonly string[] | null;
  readonly none: boolean;
  /** The ids of labels that so few tickets have that the list is gathered from these; null where it is not. */
  readonly few: readonly string[] | null;
  /** The id of the one label along which the list is walked, in its order; null where it is not. */
  readonly walked: string | null;
}

/** The parts of it that decide the SQL of a list. */
export const formOfLabels = ({ any, all, none, few, walked }: LabelFilter) => [
  any !== null,
  all !== null,
  none,
  few !== null,
  few === any,
  walked !== null,
];

/** The values of the conditions on labels. */
export interface LabelValues {
  labelAny: readonly string[];
  labelAll: readonly string[];
  labelFew: readonly string[];
  /** How many labels a ticket has to have all of. */
  labelCount: number;
  /** An id. */
  labelWalked: string;
}

export const labelValues = (labels: LabelFilter | null): LabelValues => ({
  labelAny: labels?.any ?? [],
  labelAll: labels?.all ?? [],
  labelFew: labels?.few ?? [],
  labelCount: new Set(labels?.all ?? []).size,
  labelWalked: labels?.walked ?? '',
});

/** Whether a ticket has a label of which this holds. */
export const hasLabel = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select 1 from ticket_labels where ticket_labels.ticket_id = tickets.id and ${condition})`;

/**
 * The ids of tickets that have one of these labels at least. Where a few labels are on many tickets, databases would rather
 * look through all of them.
 */
export const labelledTickets = (ids: readonly string[], { among, crossJoin }: Dialect) =>
  sql<{ ticket_id: string }>`select ticket_labels.ticket_id
    from labels ${crossJoin('ticket_labels', sql`ticket_labels.label_id = labels.id`)}
    where ${among(sql.ref('labels.id'), ids)}`;

/**
 * The conditions of such a list. Where few tickets have one of the labels, the list is gathered from these; else it walks along
 * the index of its order and looks at each ticket's labels.
 */
export function labelConditions(
  { any, all, none, few }: LabelFilter,
  values: Readonly<LabelValues>,
  dialect: Dialect,
): RawBuilder<SqlBool>[] {
  const label = sql<string>`ticket_labels.label_id`;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (few !== null) conditions.push(dialect.selected(sql.ref('tickets.id'), labelledTickets(values.labelFew, dialect)));
  if (any !== null && any !== few) conditions.push(hasLabel(dialect.among(label, values.labelAny)));
  if (all !== null)
    conditions.push(
      sql`(select count(*) from ticket_labels where ticket_labels.ticket_id = tickets.id
        and ${dialect.among(label, values.labelAll)}) = ${values.labelCount}`,
    );
  if (none) conditions.push(sql`not ${hasLabel(sql`true`)}`);
  return conditions;
}
