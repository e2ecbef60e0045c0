import { addressOf, isAddress } from '#platform';
import { keepable } from '../source-words.ts';
import type { IncomingPerson, SourceRemark } from './incoming-ticket.ts';

export interface SourceAccount {
  readonly name: string;
  /** Their user name there; null where it has none. */
  readonly login: string | null;
  readonly email: string | null;
  /** Whether they were shut out there. */
  readonly isGone?: boolean;
}

/** The people of a source by their ids there. */
export interface SourcePeople {
  /** @returns null for nobody, and for who is unknown. */
  person(id: string | null): IncomingPerson | null;
  nameOf(id: string | null): string | null;
  readonly remarks: readonly SourceRemark[];
}

export const NO_ADDRESS = 'no address is known of them: they come without one; --people people.csv says who they are';

/** @param table by logins, ids or names, in lower case: it says who they are where the source does not. */
export function peopleOfAccounts(
  accounts: ReadonlyMap<string, SourceAccount>,
  table: ReadonlyMap<string, IncomingPerson>,
): SourcePeople {
  const byName = Map.groupBy(accounts.values(), ({ name }) => name);
  const person = (id: string | null): IncomingPerson | null => {
    const account = id === null ? undefined : accounts.get(id);
    if (id === null || account === undefined) return null;
    const { login, isGone } = account;
    const name = keepable(account.name);
    const told =
      table.get((login ?? id).toLowerCase()) ??
      table.get(id) ??
      (byName.get(account.name)?.length === 1 ? table.get(name.toLowerCase()) : undefined);
    const address = account.email === null ? '' : addressOf(account.email);
    return {
      email: told?.email ?? (isAddress(address) ? address : null),
      name: told?.name ?? name,
      account: id,
      ...(isGone === true ? { isGone } : {}),
    };
  };
  const remarks = [...accounts].flatMap(([id, { name, login, email }]) =>
    person(id)?.email === null
      ? { of: 'users', place: name, reason: NO_ADDRESS, value: [login ?? id, email ?? []].flat().join(', ') }
      : [],
  );
  return { person, nameOf: (id) => person(id)?.name ?? null, remarks };
}
