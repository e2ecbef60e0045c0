import { addressOf, isAddress } from '#platform';
import type { IncomingPerson, SourceRemark } from '../incoming/incoming-ticket.ts';
import type { JiraFacts } from './jira-export.ts';

/** The people of an export: names come from the columns beside ids, addresses from a table. */
export class JiraPeople {
  readonly #facts: JiraFacts;
  readonly #table: ReadonlyMap<string, IncomingPerson>;

  /** @param table by ids or names, in lower case. */
  constructor(facts: JiraFacts, table: ReadonlyMap<string, IncomingPerson>) {
    this.#facts = facts;
    this.#table = table;
  }

  /** @returns null where nobody is named. */
  person(id: string): IncomingPerson | null {
    if (id === '') return null;
    const name = this.#facts.names.get(id) ?? id;
    const isAlone = !this.#facts.sameNames.has(name);
    const told = this.#table.get(id.toLowerCase()) ?? (isAlone ? this.#table.get(name.toLowerCase()) : undefined);
    if (told !== undefined) return { ...told, name: told.name ?? name, account: id };
    const address = [name, id].map(addressOf).find(isAddress);
    return { email: address ?? null, name, account: id };
  }

  nameOf(id: string): string | null {
    return this.person(id)?.name ?? null;
  }

  /** What has to be said of them. */
  get remarks(): SourceRemark[] {
    const { names, sameNames, strangers } = this.#facts;
    const without = [...names].filter(([id]) => this.person(id)?.email === null);
    return [
      ...without.map(([id, name]) => ({ of: 'users', place: name, reason: NO_ADDRESS, value: id })),
      ...[...strangers]
        .filter(([id]) => this.person(id)?.email === null)
        .map(([id, ticket]) => ({ of: 'users', place: id, reason: NO_NAME, value: ticket })),
      ...[...sameNames].map(([name, ids]) => ({ of: 'users', place: name, reason: SAME_NAME, value: ids.join(', ') })),
    ];
  }
}

const NO_ADDRESS = 'no address is known of them: they come without one; --people people.csv says who they are';
const NO_NAME = 'they wrote a comment or sent a file, and no column tells their name: it is their id';
const SAME_NAME = 'two people have this name: they stay two, told apart by their ids';
