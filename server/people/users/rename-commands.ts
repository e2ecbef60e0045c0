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
  shownAddress,
  type TerminalCommand,
} from '#platform';
import { changeAddress } from './change-address.ts';
import { UserStore } from './user-store.ts';
import { changeUser } from './users.ts';

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
  await runner.write(contextOf('person rename'), async (work) => {
    const user = await work.of(UserStore).byEmail(from);
    if (user === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${from}.` });
    await changeUser(work, source, user.id, { email: to });
  });
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
