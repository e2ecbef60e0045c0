import { contextOf, domainOf, Failure, type SettingsSource, type TerminalCommand, type Work } from '#platform';
import { addDeveloper, type DeveloperSince } from './addresses.ts';
import { type StoredUser, UserStore } from './user-store.ts';
import { changeUser, endSessions, inviteUser } from './users.ts';

const SINCE: Record<DeveloperSince, string> = {
  before: 'is a developer already',
  now: 'is a developer from now on',
  'next sign-in': 'will be a developer from the first sign-in on',
};

/**
 * `kwit developer add <address>`.
 *
 * @param anyoneAt whether the domain may be one at which everybody can get an address.
 */
export const addDeveloperBy =
  (address: string, anyoneAt: boolean): TerminalCommand =>
  async ({ runner, source, say }) => {
    const since = await runner.write(contextOf('developer add'), (work) =>
      addDeveloper(work, source, address, { anyoneAt }),
    );
    say(`${address} ${SINCE[since]}, and ${domainOf(address)} is an allowed domain.`);
    return true;
  };

/** People at a time, so that a list of any length needs little memory. */
const PAGE = 500;

/** `kwit person list`: a line for each person, newest first: address, role, state, last sign-in. */
export const listPeople: TerminalCommand = async ({ runner, say }) => {
  let after: string | null = null;
  do {
    const wanted = { after, limit: PAGE };
    const people: StoredUser[] = await runner.read(contextOf('person list'), (work) => work.of(UserStore).list(wanted));
    for (const person of people) say(lineOf(person));
    after = people.length === PAGE ? (people.at(-1)?.id ?? null) : null;
  } while (after !== null);
  return true;
};

const lineOf = (person: StoredUser): string =>
  [person.email, person.role, stateOf(person), person.last_login ?? '-'].join('\t');

function stateOf({ is_active, last_login }: StoredUser): 'deactivated' | 'invited' | 'active' {
  if (is_active === 0) return 'deactivated';
  return last_login === null ? 'invited' : 'active';
}

/** `kwit person invite <address>`: as POST /api/users/invite. */
export const invitePerson =
  (address: string): TerminalCommand =>
  async ({ runner, source, say }) => {
    await runner.write(contextOf('person invite'), (work) => inviteUser(work, source, { email: address }));
    say(`${address} is invited: a running service mails the invitation.`);
    return true;
  };

/** A change of one person, and what it says when it is done. */
interface Change {
  readonly said: string;
  make(work: Work<null>, source: SettingsSource, id: string): Promise<unknown>;
}

/** What can be done to a person whom their address names, by the words that are typed. */
const CHANGES: Readonly<Record<string, Change>> = {
  'person deactivate': {
    said: 'is deactivated and signed out everywhere.',
    make: (work, source, id) => changeUser(work, source, id, { is_active: false }),
  },
  'person activate': {
    said: 'may sign in.',
    make: (work, source, id) => changeUser(work, source, id, { is_active: true }),
  },
  'person sign-out': {
    said: 'is signed out everywhere, and may sign in again.',
    make: (work, _, id) => endSessions(work, id),
  },
};

/** The command of that name for one person, as developers do it at /api/users/:id; null when there is none. */
export function changeOfPerson(name: string, address: string): TerminalCommand | null {
  const change = CHANGES[name];
  if (change === undefined) return null;
  return async ({ runner, source, say }) => {
    await runner.write(contextOf(name), async (work) => {
      const user = await work.of(UserStore).byEmail(address);
      if (user === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
      await change.make(work, source, user.id);
    });
    say(`${address} ${change.said}`);
    return true;
  };
}
