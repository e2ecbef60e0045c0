import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type FieldKind, isNumbered } from '#contract/field-words.ts';
import type { FieldValue } from '#contract/fields.ts';
import type { ListedRow, ListedTicket } from '#contract/ticket-list.ts';
import { compiledForms, type Dialect, fold, Store, type Work } from '#platform';
import { fieldsOf } from '../field-columns.ts';
import type { StoredField } from '../field-store.ts';
import type { FieldQuery } from '../fields/field-queries.ts';
import { optionsOf } from '../fields/field-values.ts';
import { type Condition, type ListingValues, lookups } from './ticket-filter.ts';

/** A field by which a list is sorted: tickets without a value come last. */
export type SortField = Pick<StoredField, 'id' | 'key' | 'kind' | 'category' | 'project_id' | 'options'>;

/** The column of `field_values` by which values of a kind are sorted and compared. */
const columnOf = (kind: FieldKind): 'sort_number' | 'folded' => (isNumbered(kind) ? 'sort_number' : 'folded');

const ofField = (name: string, p: ListingValues) => sql<SqlBool>`field_values.field_id = ${p[name]}`;

/** The value of the ticket of a row. */
const ownValue = (name: string, p: ListingValues) =>
  sql<SqlBool>`field_values.ticket_id = tickets.id and ${ofField(name, p)}`;

/** How a condition names a column of `field_values`. */
type ColumnRef = (column: string) => RawBuilder<unknown>;

/** The SQL of a condition on a value, and its values by name. */
function partsOfQuery({ kind }: SortField, name: string, query: FieldQuery) {
  if ('words' in query) {
    const names = query.words.map((_, at) => `${name} ${at}`);
    const write = (p: ListingValues) => sql`field_values.folded in (${sql.join(names.map((key) => sql`${p[key]}`))})`;
    return { values: Object.fromEntries(query.words.map((word, at) => [names[at], word])), write, form: names.length };
  }
  if (!('from' in query)) return { values: {}, write: () => sql`true`, form: 'any' };
  const ends = (['from', 'to'] as const).filter((end) => query[end] !== null);
  const write = (p: ListingValues, ref: ColumnRef = sql.ref) => {
    const column = ref(`field_values.${columnOf(kind)}`);
    const bounds = ends.map((end) => sql`${column} ${sql.raw(end === 'from' ? '>=' : '<=')} ${p[`${name} ${end}`]}`);
    return sql.join(bounds, sql` and `);
  };
  return {
    values: Object.fromEntries(ends.map((end) => [`${name} ${end}`, query[end] ?? ''])),
    write,
    form: ends.join(),
  };
}

const counted = compiledForms(
  ({ field, query }: { readonly field: SortField; readonly query: FieldQuery }) =>
    JSON.stringify([field.key, field.kind, partsOfQuery(field, '', query).form]),
  (_, p: ListingValues, { field, query }, dialect) => {
    const { write } = partsOfQuery(field, `field.${field.key}`, query);
    const says = sql`select 1 from field_values where ${ofField(`field.${field.key}`, p)} and ${write(p)}`;
    return sql<{ tickets: number }>`select count(*) as tickets from (${says} ${dialect.limit(FEW)}) as gathered`;
  },
);

/** A list gathers fewer tickets than these before it sorts them. */
const FEW = 1_500;

/** A condition of a list on a field. */
export interface FieldTerm {
  readonly field: StoredField;
  readonly query: FieldQuery;
}

class FieldQueryStore extends Store {
  /** How many tickets say it, counted no further than to where they are no longer few. */
  async count({ field, query }: FieldTerm): Promise<number> {
    if ('none' in query || 'any' in query) return FEW;
    const { values } = fieldCondition(field, query);
    return (await this.connection.only(counted({ field, query }), values as ListingValues)).tickets;
  }
}

/** The condition that the fewest tickets meet, from which a page is gathered; null where they are many and it is read in its order. */
export async function driverOf(work: Work, terms: readonly FieldTerm[]): Promise<FieldTerm | null> {
  let [driver, fewest]: [FieldTerm | null, number] = [null, FEW];
  for (const term of terms) {
    const tickets = await work.of(FieldQueryStore).count(term);
    if (tickets < fewest) [driver, fewest] = [term, tickets];
  }
  return driver;
}

/** Which tickets are asked for a field. */
const askedWhere = ({ category, project_id }: SortField, column: (name: 'category' | 'project_id') => unknown) => [
  ...(category === null ? [] : [sql<SqlBool>`${column('category')} = ${sql.lit(category)}`]),
  ...(project_id === null ? [] : [sql<SqlBool>`${column('project_id')} = ${project_id}`]),
];

/** The keys of the options that a ticket names in a field, with commas between them; null for none. @param id of the field. */
export const optionsSaid = (field: SortField, id: unknown) => {
  const column = (name: string) => sql.ref(`tickets.${name}`);
  const conditions = [sql`field_values.ticket_id = tickets.id`, sql`field_values.field_id = ${id}`];
  return sql<string | null>`(select string_agg(field_values.item, ',') from field_values
    where ${sql.join([...conditions, ...askedWhere(field, column)], sql` and `)})`;
};

/**
 * The condition of a list that a field says something. A ticket that is not asked for the field says nothing there.
 *
 * @param isDriver whether a page is gathered from the tickets that say it. All are, for a count.
 */
export function fieldCondition(field: SortField, query: FieldQuery, isDriver = false): Condition {
  const name = `field.${field.key}`;
  const { values, write, form } = partsOfQuery(field, name, query);
  const isTurned = 'none' in query;
  return {
    form: JSON.stringify([name, form, isTurned, isDriver, field.category, field.project_id]),
    values: { [name]: field.id, ...values },
    sql: ({ p, column, selected, finds, first, unindexed, isCounted, alongValues }) => {
      const says = sql`select field_values.ticket_id from field_values where ${ofField(name, p)} and ${write(p)}`;
      // Both databases would look through all values of a range for each ticket.
      const ofTicket = first(sql`select * from field_values where ${ownValue(name, p)}`);
      const own = sql`select 1 from ${ofTicket} as field_values where ${write(p, unindexed)}`;
      const isGathered = isDriver || (isCounted && !isTurned);
      const isSaid = isGathered ? selected(says) : finds(own);
      const conditions = [...askedWhere(field, column), 'any' in query && alongValues ? sql`true` : isSaid];
      const all = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
      return isTurned ? sql`coalesce(not ${all}, true)` : all;
    },
  };
}

/** The SQL of a condition, of a query over all columns of `tickets`. */
export const writtenCondition = (condition: Condition, p: object, dialect: Dialect) => {
  const column = (name: string) => sql.ref(`tickets.${name}`);
  return condition.sql({
    ...lookups(true, dialect),
    p: p as ListingValues,
    column,
    beside: column,
    alongValues: false,
  });
};

/** Sorts a list by the value of its tickets in a field. */
export const sortedByField = ({ kind }: SortField, p: ListingValues, dialect: Dialect) => {
  const value = sql.ref<string>(`field_values.${columnOf(kind)}`);
  if (kind !== 'person')
    return sql`(select ${columnOf(kind) === 'folded' ? dialect.byBytes(value) : value} from field_values
      where ${ownValue('sortField', p)})`;
  return sql`(select ${dialect.byBytes(sql.ref('users.folded_name'))} from field_values
    inner join users on users.id = field_values.person_id
    where ${ownValue('sortField', p)})`;
};

/**
 * A list in the order of a field is read along the values, or along the people whose names are the order: of each PostgreSQL
 * sorts what names them before it reads a ticket.
 */
export const walkedValues = ({ kind }: SortField, p: ListingValues, dialect: Dialect, towards: RawBuilder<unknown>) => {
  const own = ofField('sortField', p);
  if (kind === 'person') {
    const theirs = sql<SqlBool>`field_values.person_id = users.id and ${own}`;
    const name = dialect.byBytes(sql.ref('users.folded_name'));
    const inOrder = sql`select ${name} as name, field_values.ticket_id
      from users ${dialect.crossJoin('field_values', theirs)}
      order by ${name} ${towards}, field_values.ticket_id ${towards}`;
    const by = sql.ref<string>('field_values.name');
    return { from: sql`${dialect.first(inOrder)} as field_values`, by, where: sql<SqlBool>`true` };
  }
  const column = sql.ref<string>(`field_values.${columnOf(kind)}`);
  const by = columnOf(kind) === 'folded' ? dialect.byBytes(column) : column;
  return { from: sql`field_values`, by, where: sql<SqlBool>`${own} and ${by} is not null` };
};

/** Where a ticket stands in the order of a field. */
type Placed = Pick<ListedTicket | ListedRow, 'number'> & {
  readonly fields: string | null | Readonly<Record<string, FieldValue>>;
};

/**
 * The place of a ticket: its value, behind `=` where that is a text; behind `#` its number where it has none.
 */
export function placeInField({ key, options }: SortField, ticket: Placed): string | number {
  const fields =
    typeof ticket.fields === 'string' || ticket.fields === null ? fieldsOf({ fields: ticket.fields }) : ticket.fields;
  const value = fields[key];
  if (value === undefined) return `#${ticket.number}`;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object') return Array.isArray(value) ? 0 : `=${fold(value.name)}`;
  const place = optionsOf({ options }).findIndex((option) => option.key === value);
  return place >= 0 ? place : `=${fold(value)}`;
}
