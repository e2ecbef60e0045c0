import { type RawBuilder, sql } from 'kysely';

/** A constant to compare a flag with. */
export const flag = (value: boolean): RawBuilder<0 | 1> => sql<0 | 1>`${sql.lit(value)}`;
