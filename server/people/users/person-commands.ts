import {
  addressOf,
  asciiDomain,
  type CommandParts,
  contextOf,
  domainOf,
  Failure,
  isDomain,
  isEmail,
  readTyped,
  type SettingsSource,
  shownAddress,
  type TerminalCommand,
  type Work,
} from '#platform';
import { addDeveloper, changeAddress, type DeveloperSince } from './addresses.ts';
import { type StoredUser, UserStore, userAt } from './user-store.ts';
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
    const page = { after, limit: PAGE };
    const people: StoredUser[] = await runner.read(contextOf('person list'), (work) => work.of(UserStore).list(page));
    for (const person of people) say(lineOf(person));
    after = people.length === PAGE ? (people.at(-1)?.id ?? null) : null;
  } while (after !== null);
  return true;
};

function lineOf({ email, role, is_active, last_login }: StoredUser): string {
  const active = last_login === null ? 'invited' : 'active';
  return [email, role, is_active === 0 ? 'deactivated' : active, last_login ?? '-'].join('\t');
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

/** Changes of the person of an address, by the words that are typed. */
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
      await change.make(work, source, (await userAt(work, address)).id);
    });
    say(`${address} ${change.said}`);
    return true;
  };
}

/**
 * Reads the words after `kwit person rename` and `rename-domain` (docs/rules/people.md#an-address-that-changes).
 *
 * @returns null when they say nothing that Kwit can do.
 */
export function readRename(verb: 'rename' | 'rename-domain', args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, { yes: { type: 'boolean' } });
  if (read === null) return null;
  const [from = '', to = '', ...rest] = read.positionals;
  if (rest.length > 0) return null;
  if (verb === 'rename') {
    if (!isEmail(from) || !isEmail(to) || read.values.yes) return null;
    return (parts) => renamePerson(parts, addressOf(from), addressOf(to));
  }
  if (!isDomain(from) || !isDomain(to)) return null;
  return (parts) => renameDomain(parts, asciiDomain(from), asciiDomain(to), read.values.yes ?? false);
}

async function renamePerson({ runner, source, say }: CommandParts, from: string, to: string): Promise<boolean> {
  await runner.write(contextOf('person rename'), async (work) =>
    changeUser(work, source, (await userAt(work, from)).id, { email: to }),
  );
  say(`${shownAddress(from)} is ${shownAddress(to)} now, signed out everywhere; the old address leads nowhere.`);
  return true;
}

/** Says first whom it renames, and asks. Everybody is renamed, or nobody. */
async function renameDomain(
  { runner, source, say, ask }: CommandParts,
  from: string,
  to: string,
  isAgreed: boolean,
): Promise<boolean> {
  const context = contextOf('person rename-domain');
  const people = await runner.read(context, (work) => work.of(UserStore).inDomain(from));
  if (people.length === 0) {
    say(`Nobody has an address at ${from}.`);
    return false;
  }
  const renamed = (email: string) => `${email.slice(0, email.length - domainOf(email).length)}${to}`;
  say(people.map(({ email }) => `${shownAddress(email)} → ${shownAddress(renamed(email))}`).join('\n'));
  if (!isAgreed && !(await ask?.(`Rename ${people.length}, and sign them out? [y/N] `))) {
    say(ask === undefined ? 'Nobody was renamed: there is no terminal to ask at. Add --yes.' : 'Nobody was renamed.');
    return false;
  }
  await runner.write(context, async (work) => {
    await work.lock('roles');
    for (const person of await work.of(UserStore).inDomain(from))
      try {
        await changeAddress(work, source, person, renamed(person.email));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const message = `${renamed(person.email)}: ${error.code}. Nobody was renamed.`;
        throw new Failure(error.code, { message });
      }
  });
  say(`${people.length} renamed, and signed out everywhere.`);
  return true;
}
