import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldKind } from '#contract/field-words.ts';
import type { FieldValue } from '#contract/fields.ts';
import type { Dialect } from '#platform';
import { isAskedField } from '#records';

/** The values of a ticket in the fields that it is asked for, as `fieldsOf` reads them. @param internals whether also in those that reporters do not see. */
const valuesColumn = (internals: boolean, { jsonRows }: Dialect) => {
  const columns = [
    ...[sql`fields.key`, sql`fields.kind`, sql`field_values.item`],
    sql`(select name from users where users.id = field_values.person_id)`,
  ];
  return sql<string | null>`case when exists (select 1 from field_values where field_values.ticket_id = tickets.id) then
    (select ${jsonRows(columns, sql`fields.position, fields.key, field_values.sort_number`)}
    from field_values inner join fields on fields.id = field_values.field_id
    where field_values.ticket_id = tickets.id and ${isAskedField}${internals ? sql`` : sql` and fields.reporter_sees`}) end`.as(
    'fields',
  );
};

const NEEDED = sql`fields where fields.needed and fields.ask = 'report' and fields.archived_at is null`;

/** The fields that a report needs and lacks, of a query over tickets: what follows `from`. */
const LACKING = sql`${NEEDED} and ${isAskedField}
  and not exists (select 1 from field_values
  where field_values.ticket_id = tickets.id and field_values.field_id = fields.id)`;

/** Where none is needed, no ticket is asked. */
const IS_ANY_NEEDED = sql<SqlBool>`(select 1 from ${NEEDED} limit 1) is not null`;

/** Whether a report lacks a field that it needs. */
export const isLacking = sql<SqlBool>`(${IS_ANY_NEEDED}
  and (select 1 from ${LACKING} limit 1) is not null)`;

/** The fields that the report lacks, as `lacksOf` reads them. */
const lacksColumn = ({ jsonRows }: Dialect) =>
  sql<string | null>`case when ${IS_ANY_NEEDED} then
    (select ${jsonRows([sql`fields.key`], sql`fields.position, fields.key`)} from ${LACKING}) end`.as('lacks');

/** Both columns, of a query over tickets. */
export const fieldColumns = (internals: boolean, dialect: Dialect) =>
  [valuesColumn(internals, dialect), lacksColumn(dialect)] as const;

/** Whether there is any field: services without one ask no more of it. */
export const hasFieldsColumn: RawBuilder<0 | 1> = sql<0 | 1>`exists (select 1 from fields)`;

type ValueRow = readonly [key: string, kind: FieldKind, item: string, person: string | null];

function valueFrom(kind: FieldKind, item: string, person: string | null): FieldValue {
  switch (kind) {
    case 'number':
      return Number(item);
    case 'yes_no':
      return item === 'true';
    case 'choices':
      return [item];
    case 'person':
      return { id: item, name: person ?? '' };
    default:
      return item;
  }
}

/** The value of items as PATCH takes it; null for none. */
export function sentFrom(kind: FieldKind, items: readonly string[]): unknown {
  const [first] = items;
  if (first === undefined) return null;
  if (kind === 'choices') return items;
  return kind === 'person' ? first : valueFrom(kind, first, null);
}

/** The values of a ticket that was read with those columns, by the keys of fields. */
export function fieldsOf({ fields }: { readonly fields: string | null }): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  if (fields === null) return values;
  for (const [key, kind, item, person] of JSON.parse(fields) as ValueRow[]) {
    const before = values[key];
    if (Array.isArray(before)) before.push(item);
    else values[key] = valueFrom(kind, item, person);
  }
  return values;
}

/** The keys of the fields that its report lacks. */
export const lacksOf = ({ lacks }: { readonly lacks: string | null }): string[] =>
  lacks === null ? [] : (JSON.parse(lacks) as [string][]).map(([key]) => key);
