import type { Mutant } from './mutant.ts'

/** What a stranger who knows an e-mail address can do to its owner's sign-in. */
export const STRANGERS: readonly Mutant[] = [
  {
    breaks: 'an IPv6 client counts by its network',
    file: 'server/sign-in/limits/client-network.ts',
    from: 'NETWORK_BITS = 64',
    to: 'NETWORK_BITS = 128',
    tests: ['server/sign-in/limits/client-network.test.ts', 'proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'an IPv4 client is one, also where it is written as IPv6',
    file: 'server/sign-in/limits/client-network.ts',
    from: 'ipaddr.process(address)',
    to: 'ipaddr.parse(address)',
    tests: ['server/sign-in/limits/client-network.test.ts', 'proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'codes are counted by network',
    file: 'server/sign-in/limits/buckets.ts',
    from: 'const client = clientNetwork(address)',
    to: 'const client = address',
    tests: ['proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'wrong codes are counted by network',
    file: 'server/sign-in/limits/buckets.ts',
    from: 'wrong|client|${clientNetwork(address)',
    to: 'wrong|client|${address',
    tests: ['proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'clients are known by network',
    file: 'server/sign-in/limits/buckets.ts',
    from: '`client|${clientNetwork(address)',
    to: '`client|${address',
    tests: ['proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'known clients have guesses of their own',
    file: 'server/sign-in/code-store.ts',
    from: "known: guess('guesses_by_known')",
    to: "known: guess('guesses_by_unknown')",
    tests: ['proofs/codes.proof.test.ts'],
  },
  {
    breaks: 'a code that a stranger asks for leaves the code of a known client valid',
    file: 'server/sign-in/code-store.ts',
    from: 'asked_by: p.asked_by, ...fresh',
    to: "asked_by: 'unknown', ...fresh",
    tests: ['proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'a new code starts with all of its guesses',
    file: 'server/sign-in/code-store.ts',
    from: 'doUpdateSet(fresh)',
    to: 'doUpdateSet({ code_hash: p.code_hash, expires_at: p.expires_at })',
    tests: ['proofs/codes.proof.test.ts', 'proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'a user knows the clients from which they have signed in',
    file: 'server/sign-in/limits/known-client.ts',
    from: "? 'known' : 'unknown'",
    to: "? 'unknown' : 'unknown'",
    tests: ['proofs/strangers.proof.test.ts'],
  },
  {
    breaks: 'the first sign-in gives the user the language of the code',
    file: 'server/sign-in/verify-code.ts',
    from: 'language: code.language',
    to: 'language: settings.default_language',
    tests: ['server/sign-in/sign-in.api.test.ts'],
  },
]
