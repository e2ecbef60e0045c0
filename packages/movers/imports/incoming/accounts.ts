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

/** The people of a source by their ids there. A table says who they are where the source does not. */
export class Accounts {
  readonly #accounts: ReadonlyMap<string, SourceAccount>;
  readonly #table: ReadonlyMap<string, IncomingPerson>;
  readonly #names: ReadonlyMap<string, number>;

  /** @param table by logins, ids or names, in lower case. */
  constructor(accounts: ReadonlyMap<string, SourceAccount>, table: ReadonlyMap<string, IncomingPerson>) {
    this.#accounts = accounts;
    this.#table = table;
    const names = new Map<string, number>();
    for (const { name } of accounts.values()) names.set(name, (names.get(name) ?? 0) + 1);
    this.#names = names;
  }

  /** @returns null for nobody, and for who is unknown. */
  person(id: string | null): IncomingPerson | null {
    const account = id === null ? undefined : this.#accounts.get(id);
    if (id === null || account === undefined) return null;
    const { login, isGone } = account;
    const name = keepable(account.name);
    const told =
      this.#table.get((login ?? id).toLowerCase()) ??
      this.#table.get(id) ??
      (this.#names.get(account.name) === 1 ? this.#table.get(name.toLowerCase()) : undefined);
    const address = account.email === null ? '' : addressOf(account.email);
    return {
      email: told?.email ?? (isAddress(address) ? address : null),
      name: told?.name ?? name,
      account: id,
      ...(isGone === true ? { isGone } : {}),
    };
  }

  nameOf(id: string | null): string | null {
    return this.person(id)?.name ?? null;
  }

  get remarks(): SourceRemark[] {
    return [...this.#accounts].flatMap(([id, { name, login, email }]) =>
      this.person(id)?.email === null
        ? { of: 'users', place: name, reason: NO_ADDRESS, value: [login ?? id, email ?? []].flat().join(', ') }
        : [],
    );
  }
}

const NO_ADDRESS = 'no address is known of them: they come without one; --people people.csv says who they are';
