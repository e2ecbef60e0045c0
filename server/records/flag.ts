import { type ColumnType, type RawBuilder, sql } from 'kysely';

/** Read as 0 or 1, written as a boolean. */
export type Flag = ColumnType<0 | 1, boolean, boolean>;

/** A constant to compare a flag with. */
export const flag = (value: boolean): RawBuilder<0 | 1> => sql<0 | 1>`${sql.lit(value)}`;
