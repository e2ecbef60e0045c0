import { command } from '../command.ts';

export const logout = command({
  name: 'logout',
  summary: 'Forgets the token on this machine.',
  words: '',
  count: [0, 0],
  options: {},
  examples: [['kwit logout', 'revoke it in your profile as well, if somebody else may have it']],
  async run({ terminal, account }) {
    const { url } = account;
    account.forget();
    terminal.tell(
      `The token for ${url} is forgotten here. It goes on until it ends, or until you revoke it: ${url}/me`,
    );
  },
});
