import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '../../contract/users.ts';
import { compiledForms } from '../database/compiled.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import { flag } from '../database/tables/flag.ts';

/** Which users somebody asks for; null for all. */
export interface UserWanted {
  readonly ids: readonly string[] | null;
  readonly role: Role | null;
  /** Part of a name or address, folded. */
  readonly q: string | null;
  readonly isActive: boolean | null;
  readonly hasSignedIn: boolean | null;
}

/** Where a page of users begins: behind this one. */
export interface PlaceAmongNames {
  readonly name: string;
  readonly id: string;
}

interface Values {
  readonly ids: string;
  readonly role: Role;
  readonly q: string;
}

export const valuesOf = ({ ids, role, q }: UserWanted): Values => ({
  ids: JSON.stringify(ids ?? []),
  role: role ?? 'user',
  q: q ?? '',
});

const formOf = ({ ids, role, q, isActive, hasSignedIn }: UserWanted): string =>
  [ids !== null, role !== null, q !== null, isActive, hasSignedIn].join();

const isWanted =
  ({ ids, role, q, isActive, hasSignedIn }: UserWanted, p: Values, dialect: Dialect) =>
  (eb: ExpressionBuilder<Schema, 'users'>): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [];
    if (ids !== null) all.push(dialect.among(sql.ref('id'), p.ids));
    if (role !== null) all.push(eb('role', '=', p.role));
    if (q !== null)
      all.push(eb.or([dialect.contains(eb.ref('folded_name'), p.q), dialect.contains(eb.ref('email'), p.q)]));
    if (isActive !== null) all.push(eb('is_active', '=', flag(isActive)));
    if (hasSignedIn !== null) all.push(eb('last_login', hasSignedIn ? 'is not' : 'is', null));
    return eb.and(all);
  };

export const newestUsers = compiledForms(
  (wanted: UserWanted & { after: string | null }) => `${formOf(wanted)},${wanted.after !== null}`,
  (db, p: Values & { after: string; limit: number }, wanted, dialect) => {
    const query = db
      .selectFrom('users')
      .selectAll()
      .where(isWanted(wanted, p, dialect));
    return (wanted.after === null ? query : query.where('id', '<', p.after)).orderBy('id', 'desc').limit(p.limit);
  },
);

export const usersByName = compiledForms(
  (wanted: UserWanted & { place: PlaceAmongNames | null }) => `${formOf(wanted)},${wanted.place !== null}`,
  (db, p: Values & PlaceAmongNames & { limit: number }, wanted, dialect) => {
    const name = dialect.byBytes(sql.ref('folded_name'));
    const query = db
      .selectFrom('users')
      .selectAll()
      .where(isWanted(wanted, p, dialect));
    const behind = query.where((eb) => eb.or([eb(name, '>', p.name), eb(name, '=', p.name).and('id', '>', p.id)]));
    return (wanted.place === null ? query : behind).orderBy(name).orderBy('id').limit(p.limit);
  },
);

export const countUsers = compiledForms(formOf, (db, p: Values, wanted: UserWanted, dialect) =>
  db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where(isWanted(wanted, p, dialect)),
);
