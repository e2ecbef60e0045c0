import type { Mutant } from './mutant.ts';

const PASSKEYS = 'server/people/sign-in/passkeys/passkeys.ts';
const LIBRARY = 'server/people/sign-in/passkeys/web-authn.ts';
const TESTS = ['server/people/sign-in/passkeys/passkeys.api.test.ts'];

/** Defences of passkeys. */
export const PASSKEY_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a challenge is answered once',
    file: PASSKEYS,
    from: 'if (pending === null || !(await consumeChallenge(work, parts.secrets, challenge_id))) return WRONG;',
    to: 'if (pending === null) return WRONG;',
    tests: TESTS,
  },
  {
    breaks: 'a second step is taken by who took the first',
    file: PASSKEYS,
    from: '    if (pending.userId !== null && pending.userId !== passkey.user_id) return WRONG;\n',
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'a passkey that may be a copy is refused from then on',
    file: PASSKEYS,
    from: ' || passkey.suspended_at !== null',
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'a counter that goes back is seen',
    file: PASSKEYS,
    from: 'if (counts && answer.counter <= counter)',
    to: 'if (counts && answer.counter < 0)',
    tests: TESTS,
  },
  {
    breaks: 'a passkey lets nobody in who is gone',
    file: PASSKEYS,
    from: 'user === undefined || user.is_active === 0',
    to: 'user === undefined',
    tests: TESTS,
  },
  {
    breaks: 'a recovery code is used once',
    file: 'server/people/sign-in/passkeys/passkey-store.ts',
    from: 'readonly use = this.changesAny(useCode);',
    to: 'readonly use = async (code: { user_id: string; code_hash: string }) => (await this.connection.change(useCode, code)) <= 1;',
    tests: TESTS,
  },
  {
    breaks: 'whoever answers proves who they are',
    file: LIBRARY,
    from: 'requireUserVerification: true,\n      // A counter',
    to: 'requireUserVerification: false,\n      // A counter',
    tests: TESTS,
  },
  {
    breaks: 'whoever makes a passkey proves who they are',
    file: LIBRARY,
    from: 'requireUserVerification: true,\n      supportedAlgorithmIDs',
    to: 'requireUserVerification: false,\n      supportedAlgorithmIDs',
    tests: TESTS,
  },
  {
    breaks: 'a passkey is made soon after a sign-in',
    file: 'server/people/sign-in-strength.ts',
    from: 'if (!(since <= RECENT_MS)) throw new Failure(code);',
    to: 'if (since === RECENT_MS / 1e9) throw new Failure(code);',
    tests: TESTS,
  },
  {
    breaks: 'a passkey is made by who asked for it',
    file: PASSKEYS,
    from: 'if (pending === null || pending.userId !== userId)',
    to: 'if (pending === null)',
    tests: TESTS,
  },
  {
    breaks: 'passkeys are bound to the host of the app',
    file: 'server/people/sign-in/passkeys/passkey-challenges.ts',
    from: "throw new Failure('passkeys_bound');",
    to: 'return;',
    tests: TESTS,
  },
  {
    breaks: 'whoever has to make a passkey does nothing else before',
    file: 'server/platform/http/request-context.ts',
    from: "if (credential.kind === 'session' && credential.onlyRegisters && !registersPasskey)",
    to: "if (credential.kind !== 'session' && !registersPasskey)",
    tests: TESTS,
  },
  {
    breaks: 'a passkey is asked of a developer after a first step',
    file: 'server/people/sign-in/passkeys/passkey-challenges.ts',
    from: 'if (!needsPasskey(settings, user)) return',
    to: 'if (user !== null) return',
    tests: TESTS,
  },
];
