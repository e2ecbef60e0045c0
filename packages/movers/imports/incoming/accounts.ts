import { addressOf, isAddress } from '#platform';
import { keepable } from '../source-words.ts';
import type { IncomingPerson, SourceRemark } from './incoming-ticket.ts';

export interface SourceAccount {
  /** Empty where it has none: then it is called by its user name, else by its id. */
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
const ONE_ADDRESS = 'several accounts have this address: they are one person here';

/** A line for each address that several accounts have. @param accounts names by the addresses of all accounts. */
export const joinedAccounts = (accounts: readonly (readonly [address: string, name: string])[]): SourceRemark[] =>
  [...Map.groupBy(accounts, ([address]) => address)]
    .filter(([address, same]) => address !== '' && same.length > 1)
    .map(([place, same]) => ({
      of: 'users',
      place,
      reason: ONE_ADDRESS,
      value: same.map(([, name]) => name).join(', '),
    }));

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
    const name = keepable(account.name).trim();
    const listedPerson =
      table.get((login ?? id).toLowerCase()) ??
      table.get(id) ??
      (byName.get(account.name)?.length === 1 ? table.get(name.toLowerCase()) : undefined);
    const address = account.email === null ? '' : addressOf(account.email);
    return {
      email: listedPerson?.email ?? (isAddress(address) ? address : null),
      name: listedPerson?.name ?? (name || (login ?? id)),
      account: id,
      ...(isGone === true ? { isGone } : {}),
    };
  };
  const all = [...accounts].map(([id, { login, email }]) => {
    const { email: address, name } = person(id) ?? { email: null, name: null };
    return { address: address ?? '', name: name ?? id, said: [login ?? id, email ?? []].flat().join(', ') };
  });
  const remarks = [
    ...all
      .filter(({ address }) => address === '')
      .map(({ name, said }) => ({ of: 'users', place: name, reason: NO_ADDRESS, value: said })),
    ...joinedAccounts(all.map(({ address, name }) => [address, name] as const)),
  ];
  return { person, nameOf: (id) => person(id)?.name ?? null, remarks };
}
