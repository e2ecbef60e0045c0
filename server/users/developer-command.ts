import { contextOf, type TerminalCommand } from '../terminal-command.ts';
import { domainOf } from './address.ts';
import { addDeveloper, type DeveloperSince } from './developer-addresses.ts';

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
