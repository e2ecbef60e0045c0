import type { TokenScope } from '../../contract/words.ts';
import { Failure } from '../failure.ts';
import { contextOf, type TerminalCommand } from '../terminal-command.ts';
import { makeToken } from './make-token.ts';

/** `kwit token add <address> --scope read --name x`: as POST /api/tokens, for somebody else: the token is printed. */
export const addTokenFor =
  (address: string, scope: TokenScope, name: string): TerminalCommand =>
  async ({ runner, source, say }) => {
    const made = await runner.write(contextOf('token add'), async (work) => {
      const owner = await work.users.byEmail(address);
      if (owner === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
      return makeToken(work, source, owner.id, { name, scope });
    });
    say(made.token);
    return true;
  };
