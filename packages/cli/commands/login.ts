import { hostname } from 'node:os';
import { Kwit, KwitError, orThrow } from '@kwit/client';
import { TOKEN_SCOPES } from '../../../contract/words.ts';
import { type Call, command, oneOf } from '../command.ts';
import { Cancelled, UsageError } from '../exit.ts';
import { originOf } from '../sign-in/account.ts';
import type { Keyring } from '../sign-in/keyring.ts';
import { inOneLine } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export const whoami = command({
  name: 'whoami',
  summary: 'Says who you are, where, and where your token lies.',
  words: '',
  examples: [['kwit whoami', '']],
  async run({ terminal, account }) {
    const { place } = account.credential;
    const { name, email, role } = await orThrow(account.kwit.GET('/api/auth/me'));
    terminal.say(`${inOneLine(name)} <${email}>, ${role}, at ${account.url}`);
    terminal.say(`The token is from ${place}.`);
  },
});

export const logout = command({
  name: 'logout',
  summary: 'Forgets the token on this machine.',
  words: '',
  examples: [['kwit logout', 'revoke it in your profile as well, if somebody else may have it']],
  async run({ terminal, account }) {
    const { url } = account;
    account.forget();
    terminal.tell(
      `The token for ${url} is forgotten here. It goes on until it ends, or until you revoke it: ${url}/me`,
    );
  },
});

const STORES = ['keyring', 'file'] as const;
const TOKEN = /^kwit_pat_[0-9A-Za-z]{49}$/;
/** The service voids a code after as many wrong ones. */
const MOST_GUESSES = 5;

export const login = command({
  name: 'login',
  summary: 'Signs in, and makes a token for this machine.',
  words: '[<address of Kwit>]',
  options: {
    'with-token': { type: 'boolean', about: 'Reads a token from the input instead of making one.' },
    email: { type: 'string', value: 'address', about: 'Yours; it is asked for unless you say it.' },
    scope: {
      type: 'string',
      value: 'scope',
      about: 'What the token may do; write, unless you say.',
      words: TOKEN_SCOPES,
    },
    store: { type: 'string', value: 'place', about: 'Where the token is kept.', words: STORES },
  },
  examples: [
    ['kwit login https://tickets.example.com', 'Kwit mails you a code, which you type here'],
    ['kwit login https://tickets.example.com --with-token --store file < token', 'on a server, where nobody types'],
    ['KWIT_URL=… KWIT_TOKEN=… kwit list', 'in a pipeline: without signing in, nothing is kept'],
  ],
  async run(call) {
    const { words, options, terminal, account } = call;
    const url = words[0] === undefined ? account.url : originOf(words[0]);
    const scope = oneOf('--scope', TOKEN_SCOPES, options.scope ?? 'write');
    // Where the token goes is settled before there is one.
    const place = await placeFor(call.options.store, call);
    const { token, email } = options['with-token'] ? await givenToken(url, terminal) : await newToken(url, scope, call);
    if (place === null) account.keep(url, { email, in: 'file', token });
    else if (place.store(url, token)) account.keep(url, { email, in: 'keyring' });
    else throw new Cancelled('The keyring did not take the token. Try again with --store file.');
    terminal.tell(`You are signed in to ${url} as ${email}. The token is in ${place ? 'the keyring' : account.file}.`);
  },
});

/** @returns the keyring; null for the file, to which the person has agreed. */
async function placeFor(
  store: string | undefined,
  { terminal, account }: Pick<Call, 'terminal' | 'account'>,
): Promise<Keyring | null> {
  const chosen = store === undefined ? undefined : oneOf('--store', STORES, store);
  if (chosen === 'file') return null;
  const { keyring } = account;
  if (keyring !== null) return keyring;
  if (chosen === 'keyring') throw new Cancelled('There is no keyring here that works.');
  const question = `There is no keyring here. Keep the token in ${account.file}, which only you can read? [y/N]`;
  const answer = await terminal.ask(question, 'Add --store file to keep the token in a file, or use $KWIT_TOKEN.');
  if (/^y(es)?$/i.test(answer)) return null;
  throw new Cancelled('Nothing was kept. Put a token into $KWIT_TOKEN instead.');
}

interface SignedIn {
  readonly token: string;
  readonly email: string;
}

async function givenToken(url: string, terminal: Terminal): Promise<SignedIn> {
  const token = (await terminal.readAll()).trim();
  if (!TOKEN.test(token)) throw new UsageError('That is no token. One begins with kwit_pat_ and has 58 characters.');
  const { email } = await orThrow(new Kwit({ url, token }).GET('/api/auth/me'));
  return { token, email };
}

/** Signs in with a code, has a token made, and ends the session again. */
async function newToken(
  url: string,
  scope: (typeof TOKEN_SCOPES)[number],
  { options, terminal }: Pick<Call, 'terminal'> & { readonly options: { readonly email?: string } },
): Promise<SignedIn> {
  const instead = 'Make a token in your profile and give it with --with-token.';
  if (!terminal.canAsk) throw new UsageError(`There is no terminal to ask at. ${instead}`);
  const email = options.email ?? (await terminal.ask('Your e-mail address:', instead));
  const stranger = new Kwit({ url });
  await orThrow(stranger.POST('/api/auth/request-otp', { body: { email } }));
  terminal.tell(`Kwit has mailed a code to ${email}.`);
  const session = await verifiedSession(stranger, email, () => terminal.ask('The code:', instead));
  const kwit = new Kwit({ url, token: session });
  const name = `kwit on ${hostname()}`.slice(0, 80);
  try {
    const { token } = await orThrow(kwit.POST('/api/tokens', { body: { name, scope } }));
    return { token, email };
  } finally {
    await kwit.POST('/api/auth/logout');
  }
}

/** Asks for the code until it is right. @returns the session's token. */
async function verifiedSession(kwit: Kwit, email: string, ask: () => Promise<string>): Promise<string> {
  for (let guess = 1; ; guess++) {
    const code = (await ask()).replace(/\s/g, '');
    try {
      return (await orThrow(kwit.POST('/api/auth/verify-otp', { body: { email, code } }))).token;
    } catch (error) {
      const isWrong = error instanceof KwitError && /^(invalid_or_expired_code|validation_error)$/.test(error.code);
      if (!isWrong || guess === MOST_GUESSES) throw error;
    }
  }
}
